import { X509Certificate } from 'node:crypto'

/** A certificate with which an identity provider signs. */
export interface SigningCertificate {
  /** PEM, this certificate alone. */
  pem: string
  /** UTC milliseconds. */
  validFrom: number
  validUntil: number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Admins hear of the end of a provider's last certificate this long before. */
const WARNED_MS = 30 * DAY_MS
const LINE = /.{1,64}/g

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

const read = (base64: string): SigningCertificate | null => {
  const body = base64.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return null
  const pem = `-----BEGIN CERTIFICATE-----\n${(body.match(LINE) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
  try {
    const certificate = new X509Certificate(pem)
    return { pem, validFrom: Date.parse(certificate.validFrom), validUntil: Date.parse(certificate.validTo) }
  } catch {
    return null
  }
}

/**
 * The certificates in a text: what metadata have (base64 alone), or one or more PEM blocks, as people paste them. Null
 * where something in it isn't a certificate.
 */
export const readCertificates = (text: string): SigningCertificate[] | null => {
  const blocks = [...text.matchAll(PEM)].map(([, body = '']) => body)
  const found = (blocks.length > 0 ? blocks : [text]).map(read)
  return found.every((each) => each !== null) ? found : null
}

/** Those that are valid now. One that has ended signs nothing that is taken. */
export const validCertificates = (all: readonly SigningCertificate[], now: number): SigningCertificate[] =>
  all.filter(({ validFrom, validUntil }) => validFrom <= now && now < validUntil)

/** When the last certificate ends, if that is soon or past and no other follows. Null otherwise. UTC milliseconds. */
export const endsSoon = (all: readonly SigningCertificate[], now: number): number | null => {
  if (all.length === 0) return null
  const last = Math.max(...all.map(({ validUntil }) => validUntil))
  return last - now <= WARNED_MS ? last : null
}
