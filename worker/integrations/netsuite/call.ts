import type { BooksAccess } from '../../core/books.ts'
import { accountName, isAccountId, servicesOf } from './account.ts'
import { accessToken, forgetToken } from './certificate.ts'
import { connectAgain, malformed, restRefusalOf, unreachable } from './errors.ts'
import { readSecret } from './secret.ts'
import { momentOf, tokenHeader } from './sign.ts'

const TIMEOUT_MS = 60_000
/** A page of a thousand rows is far below. */
const MOST_BYTES = 20_000_000

export interface RestCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under the account's services, with its query. */
  path: string
  body?: unknown
  headers?: Record<string, string>
}

export interface RestAnswer {
  status: number
  /** The id at the end of the Location header, if there is one. */
  location: string | null
  /** Null without a body. */
  body: unknown
}

export const checkAccount = ({ accountId }: BooksAccess): void => {
  if (!isAccountId(accountId))
    throw connectAgain(`“${accountName(accountId).slice(0, 40)}” isn’t a NetSuite account id`)
}

/** The text of an answer. Not longer than an answer may be. */
export const textOf = async (response: Response): Promise<string> => {
  try {
    const text = await response.text()
    if (text.length <= MOST_BYTES) return text
  } catch {
    throw unreachable()
  }
  throw malformed()
}

const authorization = async (access: BooksAccess, secret: string, { method, path }: RestCall): Promise<string> => {
  const kept = readSecret(secret)
  const { accountId } = access
  if (kept.kind === 'M2M') return `Bearer ${await accessToken(accountId, kept, access.now())}`
  return tokenHeader({ method, url: `${servicesOf(accountId)}${path}` }, accountId, kept, momentOf(access.now()))
}

const send = async (access: BooksAccess, secret: string, call: RestCall): Promise<Response> => {
  const { method, path, body, headers } = call
  await access.permit()
  try {
    // Signed with the time at which it goes out: NetSuite refuses one that is minutes old.
    const authorized = await authorization(access, secret, call)
    return await fetch(`${servicesOf(access.accountId)}${path}`, {
      method,
      headers: {
        Authorization: authorized,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw unreachable()
    })
  } finally {
    await access.ended?.()
  }
}

/** One call of REST. Throws a ProviderError if it can't be reached, or refuses. */
export const callRest = async (access: BooksAccess, call: RestCall): Promise<RestAnswer> => {
  checkAccount(access)
  const secret = readSecret(access.secret)
  let response = await send(access, access.secret, call)
  // An access token may end before its hour. A new one is bought once.
  if (response.status === 401 && secret.kind === 'M2M') {
    await response.body?.cancel()
    forgetToken(access.accountId, secret)
    response = await send(access, access.secret, call)
  }
  const text = await textOf(response)
  if (!response.ok) throw restRefusalOf(response, text, access.now())
  const location = /\/([^/?]+)\/?(\?.*)?$/.exec(response.headers.get('Location') ?? '')?.[1] ?? null
  if (text === '') return { status: response.status, location, body: null }
  try {
    return { status: response.status, location, body: JSON.parse(text) }
  } catch {
    throw malformed()
  }
}
