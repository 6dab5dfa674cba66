export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  idempotencyKey: string
}

const mails = new Map<string, SentMail>()
let failures = 0

/** The mails that the provider took, one per idempotency key, oldest first. */
export const sentMails = (to?: string): SentMail[] => [...mails.values()].filter((mail) => !to || mail.to === to)

/** The provider answers 500 to the next calls. */
export const failNextMails = (count: number): void => {
  failures = count
}

/** Resend's answers (POST /emails); every other address is unreachable. */
export const answerOutside = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  if (new URL(request.url).host !== 'api.resend.com') return new Response('unreachable', { status: 502 })
  if (failures > 0) {
    failures -= 1
    return Response.json({ name: 'internal_server_error' }, { status: 500 })
  }
  const key = request.headers.get('Idempotency-Key') ?? crypto.randomUUID()
  const body = (await request.json()) as { to: string[]; subject: string; text: string; html: string }
  if (!mails.has(key)) {
    mails.set(key, {
      to: body.to[0] ?? '',
      subject: body.subject,
      text: body.text,
      html: body.html,
      idempotencyKey: key,
    })
  }
  return Response.json({ id: key })
}
