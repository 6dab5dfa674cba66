import { bodyText } from './form.ts'
import { Refused } from './state.ts'
import type { StripeThere } from './there.ts'

/** Pages of Stripe's that people visit: onboarding, and confirming small deposits. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (title: string, body: string, status = 200): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f6f8fb; color: #1a1f36 }
  main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.25rem; margin-top: 0 }
  label { display: block; margin: .75rem 0 }
  input { font: inherit; display: block; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .25rem }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 6px; border: 0; background: #4b40d1; color: #fff }
  small { color: #5b6470 }
  [role=alert] { color: #a3123a }
</style>
<main>${body}</main>
</html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )

/** connect.stripe.com/setup/{account}/{token} */
export const answerOnboarding = async (standIn: StripeThere, request: Request): Promise<Response> => {
  const [, , id = '', token = ''] = new URL(request.url).pathname.split('/')
  const account = standIn.state.accounts[id]
  if (!account?.link || account.link.token !== token)
    return page('Link expired', '<h1>This link has expired</h1><p>Go back and start again.</p>', 410)
  if (request.method !== 'POST')
    return page(
      'Set up payments',
      `<h1>Tell Stripe about ${escaped(account.name)}</h1>
<form method="post"><label>Employer identification number<input name="ein" value="00-0000000"></label>
<label>Representative<input name="name" value="Jenny Rosen"></label>
<p><small>A local page in place of Stripe’s. Nothing leaves this machine.</small></p>
<button>Agree and submit</button></form>`,
    )
  const { return_url: location } = account.link
  standIn.activate(account)
  return new Response(null, { status: 302, headers: { location } })
}

const field = (kind: 'amounts' | 'descriptor_code'): string =>
  kind === 'amounts'
    ? `<label>First amount in cents<input name="first" inputmode="numeric" required></label>
<label>Second amount in cents<input name="second" inputmode="numeric" required></label>
<p><small>On this machine the deposits are 32 and 45 cents.</small></p>`
    : `<label>Code, beginning with SM<input name="code" required></label>
<p><small>On this machine the code is SM11AA.</small></p>`

/** payments.stripe.com/microdeposit/{setupIntent} */
export const answerDeposits = async (standIn: StripeThere, request: Request): Promise<Response> => {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
  const account = Object.values(standIn.state.accounts).find(({ intents }) => intents[id])
  const intent = account?.intents[id]
  if (!account || !intent) return page('Not found', '<h1>This link isn’t known</h1>', 404)
  let trouble = ''
  if (request.method === 'POST' && intent.status === 'requires_action') {
    const form = new URLSearchParams(await bodyText(request))
    const amounts = [form.get('first'), form.get('second')].map(Number)
    try {
      standIn.verify(account, intent, { code: form.get('code') ?? '', amounts })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      trouble = error.message
    }
  }
  if (intent.status === 'succeeded')
    return page('Verified', '<h1>Bank account verified</h1><p>You can close this page and go back to Outlay.</p>')
  const deposits = intent.next_action?.verify_with_microdeposits
  if (!deposits)
    return page(
      'Not verified',
      `<h1>This account can’t be verified</h1><p role="alert">${escaped(intent.last_setup_error?.message ?? '')}</p>`,
    )
  const last4 = account.methods[intent.payment_method]?.us_bank_account.last4 ?? ''
  return page(
    'Verify bank account',
    `<h1>Verify the bank account ending in ${escaped(last4)}</h1>
${trouble ? `<p role="alert">${escaped(trouble)}</p>` : ''}
<form method="post">${field(deposits.microdeposit_type)}<button>Verify</button></form>`,
  )
}
