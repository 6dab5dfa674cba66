/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { MAIL_KIND_LABELS, type StoppableKind } from '../../../../schema/platform/notifications/mail-kinds.ts'
import type { AppContext } from '../../../transport/context.ts'

const STYLE = `
body{font:16px/24px system-ui,sans-serif;color:#1c2127;background:#f4f5f7;margin:0;padding:48px 16px}
main{max-width:480px;margin:0 auto;background:#fff;border:1px solid #e3e6ea;border-radius:8px;padding:28px 32px 32px}
h1{font-size:20px;line-height:28px;margin:0 0 12px}p{margin:0 0 20px}a{color:#2f5bd7}
button{font:inherit;font-weight:600;min-height:44px;padding:8px 20px;border:0;border-radius:6px;background:#2f5bd7;color:#fff;cursor:pointer}
@media(prefers-color-scheme:dark){body{background:#14171a;color:#e6e8eb}main{background:#1c2024;border-color:#2b3036}a{color:#8fb0ff}}`

const SETTINGS = '/user/settings/notifications'

const Page = ({ title, children }: { title: string; children: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · Outlay`}</title>
      <style>{STYLE}</style>
    </head>
    <body>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </body>
  </html>
)

const Settings = ({ children }: { children: Child }) => <a href={SETTINGS}>{children}</a>

const Unknown = () => (
  <Page title="This link doesn’t work">
    <p>
      Choose which emails you get in your <Settings>notification settings</Settings>.
    </p>
  </Page>
)

const Asking = ({ kind }: { kind: StoppableKind }) => (
  <Page title="Unsubscribe from these emails?">
    <p>
      <strong>{MAIL_KIND_LABELS[kind]}</strong>: you’ll still see them in Outlay. Approvals and other emails still
      arrive.
    </p>
    <form method="post">
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <button type="submit">Unsubscribe</button>
    </form>
  </Page>
)

const Stopped = ({ kind }: { kind: StoppableKind }) => (
  <Page title="You’re unsubscribed">
    <p>
      <strong>{MAIL_KIND_LABELS[kind]}</strong>: no more emails. You can turn them on again in your{' '}
      <Settings>notification settings</Settings>.
    </p>
  </Page>
)

/** Works without scripts, because mail programs open it in windows of their own. */
const answer = (c: AppContext, kind: StoppableKind | null, page: typeof Asking): Response | Promise<Response> => {
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  return kind ? c.html(page({ kind })) : c.html(<Unknown />, 404)
}

type Answer = { kind: StoppableKind | null }
export const askingPage = ({ kind }: Answer, c: AppContext) => answer(c, kind, Asking)
export const stoppedPage = ({ kind }: Answer, c: AppContext) => answer(c, kind, Stopped)
