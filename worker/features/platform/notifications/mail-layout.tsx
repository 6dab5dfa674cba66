/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

interface Action {
  label: string
  url: string
}

interface LayoutProps {
  title: string
  /** Shown by email programs beside the subject. */
  preview: string
  children: Child
  action?: Action
  /** Beside it, less prominent. */
  second?: Action
  /** Above everything else, where answers are written. */
  above?: string | undefined
  footer: string
  /** Stops emails of this kind. */
  unsubscribeUrl?: string | undefined
}

const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The frame of every email: readable without images, on a phone, and in dark and light programs. */
export const MailLayout = ({
  title,
  preview,
  children,
  action,
  second,
  above,
  footer,
  unsubscribeUrl,
}: LayoutProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
    </head>
    <body style={`margin:0;background:#f4f5f7;font-family:${font};color:#1c2127`}>
      <div style="display:none;max-height:0;overflow:hidden">{preview}</div>
      {above && (
        <p style="margin:16px 16px 0;text-align:center;font-size:12px;line-height:18px;color:#5b6570">{above}</p>
      )}
      <table role="presentation" width="100%" style="padding:32px 16px">
        <tr>
          <td align="center">
            <table
              role="presentation"
              width="100%"
              style="max-width:560px;background:#ffffff;border:1px solid #e3e6ea;border-radius:8px;text-align:left"
            >
              <tr>
                <td style="padding:28px 32px 32px">
                  <p style="margin:0 0 20px;font-size:13px;font-weight:600;color:#5b6570">Outlay</p>
                  <h1 style="margin:0 0 16px;font-size:20px;line-height:28px">{title}</h1>
                  {children}
                  {action && (
                    <p style="margin:24px 0 0">
                      <a
                        href={action.url}
                        style="display:inline-block;background:#2f5bd7;color:#ffffff;text-decoration:none;font-weight:600;font-size:14px;line-height:20px;padding:10px 18px;border-radius:6px"
                      >
                        {action.label}
                      </a>
                      {second && (
                        <a
                          href={second.url}
                          style="display:inline-block;margin-left:16px;color:#2f5bd7;font-weight:600;font-size:14px;line-height:20px;padding:10px 0"
                        >
                          {second.label}
                        </a>
                      )}
                    </p>
                  )}
                </td>
              </tr>
            </table>
            <p style="max-width:560px;margin:16px auto 0;font-size:12px;line-height:18px;color:#5b6570">
              {footer}
              {unsubscribeUrl && (
                <>
                  {' '}
                  <a href={unsubscribeUrl} style="color:#5b6570">
                    Unsubscribe
                  </a>
                </>
              )}
            </p>
          </td>
        </tr>
      </table>
    </body>
  </html>
)

/** The last line of an email's text, as the footer says it. */
export const unsubscribeLine = (url: string | undefined): string | undefined => url && `Unsubscribe: ${url}`

export const Paragraph = ({ children }: { children: Child }) => (
  <p style="margin:0 0 12px;font-size:14px;line-height:22px">{children}</p>
)

export const Quote = ({ children }: { children: Child }) => (
  <blockquote style="margin:0 0 12px;padding:8px 14px;border-left:3px solid #c9ced6;font-size:14px;line-height:22px;white-space:pre-wrap">
    {children}
  </blockquote>
)

export const Facts = ({ rows }: { rows: [string, string][] }) => (
  <table role="presentation" style="margin:4px 0 0;font-size:14px;line-height:22px">
    {rows.map(([label, value]) => (
      <tr key={label}>
        <td style="padding:2px 16px 2px 0;color:#5b6570;vertical-align:top">{label}</td>
        <td style="padding:2px 0">{value}</td>
      </tr>
    ))}
  </table>
)
