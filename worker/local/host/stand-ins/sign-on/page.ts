/** The page on which a person signs in at a local identity provider. It believes what they say. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const signInPage = (provider: string, email: string, people: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to ${provider}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f8; color: #21262a }
  main { max-width: 24rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.25rem; margin-top: 0 }
  label { display: block }
  input { font: inherit; box-sizing: border-box; width: 100%; padding: .5rem; margin: .25rem 0 1rem; border: 1px solid #6b7280; border-radius: 6px }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 6px; border: 1px solid #6b7280; background: #fff }
  button[value=enter] { background: #1a56db; border-color: #1a56db; color: #fff }
  small { color: #5b6470 }
</style>
<main>
<h1>Sign in to ${provider}</h1>
<form method="post">
  <label>Email <input name="email" type="email" required autofocus list="people" value="${escaped(email)}"></label>
  <datalist id="people">${people.map((each) => `<option value="${escaped(each)}">`).join('')}</datalist>
  <button name="answer" value="enter">Sign in</button>
  <button name="answer" value="cancel" formnovalidate>Cancel</button>
</form>
<p><small>A page of this machine in place of ${provider}. Nothing is checked, and no data leaves it.</small></p>
</main>
</html>`
