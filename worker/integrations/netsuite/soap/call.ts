import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { BooksAccess } from '../../../core/books.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { accountName, servicesOf } from '../account.ts'
import { checkAccount, textOf } from '../call.ts'
import { malformed, refusalOf, unreachable } from '../errors.ts'
import { readSecret } from '../secret.ts'
import { momentOf, passportSignature } from '../sign.ts'

/**
 * SOAP, for companies whose role in NetSuite has no access to REST. 2025.2 is its last version, which ends with 2028.2.
 */

const VERSION = '2025_2'
const TIMEOUT_MS = 120_000
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

export const NAMESPACES = {
  messages: `urn:messages_${VERSION}.platform.webservices.netsuite.com`,
  core: `urn:core_${VERSION}.platform.webservices.netsuite.com`,
  common: `urn:common_${VERSION}.platform.webservices.netsuite.com`,
  accounting: `urn:accounting_${VERSION}.lists.webservices.netsuite.com`,
  relationships: `urn:relationships_${VERSION}.lists.webservices.netsuite.com`,
  sales: `urn:sales_${VERSION}.transactions.webservices.netsuite.com`,
} as const
export type Namespace = keyof typeof NAMESPACES

/** An element: its attributes as `@name`, its children by name, its text as `#text`. */
export type Element = { [name: string]: Element[] | string | undefined }

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', htmlEntities: true },
  // Attributes keep theirs: a record has both a type and an xsi:type.
  transformTagName: (name) => name.replace(/^.*:/, ''),
  ...{ parseTagValue: false, parseAttributeValue: false, alwaysCreateTextNode: true },
  // Whether there is one of something or several makes no difference.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** Half an answer would parse, too. Entities of its own are never read. */
export const parseXml = (text: string): Element => {
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw malformed()
  return parser.parse(text) as Element
}

export const children = (element: Element | undefined, name: string): Element[] => {
  const found = element?.[name]
  return Array.isArray(found) ? found : []
}
export const child = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => children(at, name)[0], element)
export const textIn = (element: Element | undefined, ...path: string[]): string | undefined => {
  const text = child(element, ...path)?.['#text']
  return typeof text === 'string' && text !== '' ? text : undefined
}
export const attribute = (element: Element | undefined, name: string): string | undefined => {
  const value = element?.[`@${name}`]
  return typeof value === 'string' ? value : undefined
}

const passport = async (access: BooksAccess): Promise<string> => {
  const secret = readSecret(access.secret)
  if (secret.kind !== 'TBA')
    throw new ProviderError(
      'NetSuite takes no certificates for SOAP. Turn SOAP off for the company, or connect NetSuite with a token.',
      { isFinal: true, reason: 'RECONNECT' },
    )
  const moment = momentOf(access.now())
  const signature = await passportSignature(access.accountId, secret, moment)
  const part = (name: string, text: string, more = '') =>
    `<${name} xmlns="${NAMESPACES.core}"${more}>${escaped(text)}</${name}>`
  return `<tokenPassport xmlns="${NAMESPACES.messages}">${[
    part('account', accountName(access.accountId)),
    part('consumerKey', secret.consumerKey),
    part('token', secret.tokenId),
    part('nonce', moment.nonce),
    part('timestamp', String(moment.timestamp)),
    part('signature', signature, ' algorithm="HMAC-SHA256"'),
  ].join('')}</tokenPassport>`
}

const refused = (body: Element | undefined, response: Response): ProviderError | null => {
  const fault = child(body, 'Fault')
  if (!fault) return null
  const detail = Object.values(child(fault, 'detail') ?? {})
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .find((each) => children(each, 'code').length > 0)
  const code = textIn(detail, 'code') ?? /[A-Z][A-Z_]{6,}/.exec(textIn(fault, 'faultcode') ?? '')?.[0] ?? ''
  // Faults come with 500, also for a caller's mistake.
  const status = code === '' ? response.status : 400
  return refusalOf({ status, code, detail: textIn(detail, 'message') ?? textIn(fault, 'faultstring') ?? '' })
}

const checkStatus = (result: Element | undefined): void => {
  const status = child(result, 'status')
  if (attribute(status, 'isSuccess') !== 'false') return
  const detail = child(status, 'statusDetail')
  throw refusalOf({ status: 400, code: textIn(detail, 'code') ?? '', detail: textIn(detail, 'message') ?? '' })
}

interface SoapCall {
  operation: string
  /** What is in the operation's element. */
  body: string
  /** The element of the answer: searchResult, for example. */
  result: string
  preferences?: string
}

/** One call of SOAP. Throws a ProviderError if it can't be reached, or refuses. */
export const callSoap = async (
  access: BooksAccess,
  { operation, body, result, preferences = '' }: SoapCall,
): Promise<Element> => {
  checkAccount(access)
  const header = `${await passport(access)}${preferences}`
  await access.permit()
  const response = await fetch(`${servicesOf(access.accountId)}/services/NetSuitePort_${VERSION}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: operation },
    body:
      `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
      `<soapenv:Header>${header}</soapenv:Header><soapenv:Body><${operation} xmlns="${NAMESPACES.messages}">${body}</${operation}></soapenv:Body></soapenv:Envelope>`,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  const text = await (response ? textOf(response) : Promise.reject(unreachable())).finally(() => access.ended?.())
  if (!response) throw unreachable()
  if (response.status === 429) throw refusalOf({ status: 429, code: '', detail: '' })
  const answer = child(parseXml(text), 'Envelope', 'Body')
  const fault = refused(answer, response)
  if (fault) throw fault
  const found = child(answer, `${operation}Response`, result)
  if (!found) throw malformed()
  checkStatus(found)
  return found
}
