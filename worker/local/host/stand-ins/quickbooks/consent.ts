import type { QuickbooksCompany } from './company.ts'
import { QUICKBOOKS_VARS, type Tokens } from './tokens.ts'

/** The page on which a person lets Outlay into a company: GET shows it, POST is the answer. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (body: string, status = 200): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connect QuickBooks</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f8; color: #21262a }
  main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.25rem; margin-top: 0 }
  fieldset { border: 1px solid #c9cdd3; border-radius: 8px; margin: 1rem 0; padding: .75rem 1rem }
  label { display: block; padding: .25rem 0 }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 6px; border: 1px solid #6b7280; background: #fff }
  button[value=connect] { background: #1f7a33; border-color: #1f7a33; color: #fff }
  small { color: #5b6470 }
</style>
<main>${body}</main>
</html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )

const wrong = (why: string): Response => page(`<h1>QuickBooks can’t be connected</h1><p>${escaped(why)}</p>`, 400)

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const answerConsent = async (
  request: Request,
  companies: readonly QuickbooksCompany[],
  tokens: Tokens,
): Promise<Response> => {
  const { searchParams } = new URL(request.url)
  const redirectUri = searchParams.get('redirect_uri') ?? ''
  const state = searchParams.get('state') ?? ''
  if (searchParams.get('client_id') !== QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_CLIENT_ID)
    return wrong('The client id isn’t known.')
  if (!isAddress(redirectUri)) return wrong('The redirect_uri isn’t valid.')
  if (searchParams.get('response_type') !== 'code') return wrong('The response_type has to be code.')
  if (!searchParams.get('scope')?.includes('com.intuit.quickbooks.accounting')) return wrong('The scope isn’t known.')
  if (!state) return wrong('The state is missing.')
  if (request.method !== 'POST') return page(form(companies))
  const answer = new URLSearchParams(await request.text())
  const back = new URL(redirectUri)
  back.searchParams.set('state', state)
  const realmId = answer.get('realmId') ?? ''
  if (answer.get('answer') !== 'connect') back.searchParams.set('error', 'access_denied')
  else if (!companies.some((each) => each.realmId === realmId)) return wrong('The company isn’t known.')
  else {
    back.searchParams.set('code', tokens.code(realmId, redirectUri))
    back.searchParams.set('realmId', realmId)
  }
  return new Response(null, { status: 302, headers: { location: back.href } })
}

const form = (companies: readonly QuickbooksCompany[]): string => `
<h1>Outlay would like to access your QuickBooks data</h1>
<form method="post">
  <fieldset><legend>Company</legend>
    ${companies
      .map(
        ({ realmId, name }, index) =>
          `<label><input type="radio" name="realmId" value="${realmId}"${index === 0 ? ' checked' : ''}> ${escaped(name)}</label>`,
      )
      .join('')}
  </fieldset>
  <button name="answer" value="connect">Connect</button>
  <button name="answer" value="cancel">Cancel</button>
</form>
<p><small>A page of this machine. No data leaves it.</small></p>`
