/** @jsxImportSource hono/jsx */
import type { Door } from './rest.ts'

const STYLE = `
body{font:14px/22px system-ui,sans-serif;color:#1c2127;background:#fff;margin:0 auto;max-width:960px;padding:32px 20px 80px}
h1{font-size:24px}h2{font-size:16px;margin:40px 0 8px;text-transform:capitalize}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #e3e6ea;padding:8px 12px 8px 0;vertical-align:top}
code{font:13px/20px ui-monospace,monospace}.m{font-weight:600;width:64px}.a{color:#5b6570;white-space:nowrap}
a{color:#2f5bd7}@media(prefers-color-scheme:dark){body{background:#14171a;color:#e6e8eb}td{border-color:#2b3036}.a{color:#9aa4af}a{color:#8fb0ff}}
@media(max-width:40rem){td{display:block;border:0;padding:2px 0}tr{display:block;border-top:1px solid #e3e6ea;padding:8px 0}}`

/** A readable page of everything that can be called. The version for machines is /api/openapi.json. */
export const ReferencePage = ({ doors }: { doors: Pick<Door, 'endpoint' | 'operation'>[] }) => {
  const areas = Map.groupBy(doors, ({ endpoint }) => endpoint.id.split('.')[0] ?? '')
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Outlay</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>API reference</h1>
        <p>
          Amounts are whole numbers of the currency’s minor unit, dates are <code>yyyy-mm-dd</code>, instants are UTC.
          Changes take an <code>Idempotency-Key</code> header: the same key again answers with the first result. Lists
          take <code>first</code> and <code>cursor</code>. Shapes are in{' '}
          <a href="/api/openapi.json">/api/openapi.json</a>.
        </p>
        {[...areas].map(([area, entries]) => (
          <section key={area}>
            <h2>{area}</h2>
            <table>
              {entries.map(({ endpoint, operation }) => (
                <tr key={endpoint.id}>
                  <td class="m">
                    <code>{endpoint.method}</code>
                  </td>
                  <td>
                    <code>{endpoint.path}</code>
                    <br />
                    {endpoint.summary}
                  </td>
                  <td class="a">{operation.access}</td>
                </tr>
              ))}
            </table>
          </section>
        ))}
      </body>
    </html>
  )
}
