const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (body: string, status = 200): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Brightwater sign-on</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f8; color: #21262a }
  main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.25rem; margin-top: 0 }
  button { display: block; width: 100%; font: inherit; text-align: left; padding: .6rem 1rem; margin: .5rem 0; border-radius: 6px; border: 1px solid #6b7280; background: #fff }
  small { color: #5b6470 }
</style>
<main>${body}</main>
</html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )

export const refusalPage = (why: string): Response => page(`<h1>You can’t be signed in</h1><p>${escaped(why)}</p>`, 400)

export const choicePage = (people: readonly string[]): Response =>
  page(`<h1>Sign in to Brightwater</h1>
<form method="post">
  ${people.map((each) => `<button name="person" value="${escaped(each)}">${escaped(each)}</button>`).join('\n  ')}
</form>
<p><small>A page of this machine. No data leaves it.</small></p>`)

/** Posts itself, as providers' pages do. */
export const answerForm = (to: string, fields: Record<string, string>): Response =>
  page(`<h1>Signing in…</h1>
<form method="post" action="${escaped(to)}">
  ${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('\n  ')}
  <button>Continue</button>
</form>
<script>document.forms[0].submit()</script>`)
