/** An email as someone outside writes it to a company's address. */
export interface ComposedMail {
  from: string
  to: string
  subject: string
  text?: string
  html?: string
  messageId?: string
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: Uint8Array }[]
}

const base64 = (bytes: Uint8Array): string => {
  const binary: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) binary.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(binary.join('')).replaceAll(/.{76}(?=.)/g, '$&\r\n')
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** RFC 2047, so that any script is possible. Line breaks would start another header. */
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : `=?UTF-8?B?${base64(bytesOf(text.replaceAll(/[\r\n]+/g, ' '))).replaceAll('\r\n', '')}?=`

const part = (headers: string[], bytes: Uint8Array): string =>
  [...headers, 'Content-Transfer-Encoding: base64', '', base64(bytes)].join('\r\n')

/** The email in MIME (RFC 2045), ready for an email server. */
export const composeMail = (mail: ComposedMail): string => {
  const boundary = `part-${crypto.randomUUID()}`
  const headers = {
    From: mail.from.includes('<') ? mail.from : `<${mail.from}>`,
    To: `<${mail.to}>`,
    Subject: encoded(mail.subject),
    Date: new Date().toUTCString(),
    'Message-ID': mail.messageId ?? `<${crypto.randomUUID()}@mail.local>`,
    'MIME-Version': '1.0',
    'Content-Type': `multipart/mixed; boundary="${boundary}"`,
    ...mail.headers,
  }
  const parts = [
    ...(mail.text === undefined ? [] : [part(['Content-Type: text/plain; charset=utf-8'], bytesOf(mail.text))]),
    ...(mail.html === undefined ? [] : [part(['Content-Type: text/html; charset=utf-8'], bytesOf(mail.html))]),
    ...(mail.attachments ?? []).map(({ filename, contentType, content }) =>
      part(
        [
          `Content-Type: ${contentType}`,
          `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
        ],
        content,
      ),
    ),
  ]
  return [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    ...parts.flatMap((each) => [`--${boundary}`, each]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
