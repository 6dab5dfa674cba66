import { z } from 'zod'
import { SamlRefused } from './refusals.ts'

/**
 * What a signed assertion says, and whether it is for us and for now. Pure. The signature is proven before, and only what it
 * covers comes here.
 */

/** A person as their identity provider names them. */
export interface SamlPerson {
  /** Unique for the provider: an assertion is taken once. */
  assertionId: string
  /** Until when the assertion would be valid, so that its id is kept as long. UTC milliseconds. */
  validUntil: number
  nameId: string
  nameIdFormat: string | null
  sessionIndex: string | null
  /** Every value of every attribute, in their order, by name. */
  attributes: Map<string, string[]>
}

export interface Expected {
  /** The identity provider’s own name. */
  entityId: string
  /** Ours: the audience. */
  audience: string
  /** Where the answer was posted. */
  acsUrl: string
  /** The request that it answers, or null where the provider began. */
  requestId: string | null
  /** UTC milliseconds. */
  now: number
}

/** Clocks differ. */
const DIFFERENCE_MS = 2 * 60 * 1000
/** More than enough for a person who is sent here right after signing in: an hour is common. */
const LONGEST_MS = 24 * 60 * 60 * 1000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const MOST_VALUES = 2000

const text = z.object({ _: z.string() }).transform(({ _ }) => _.trim())
/** The reader makes a text of an element with nothing but a text in it. */
const value = z.union([z.string(), z.object({ _: z.string().optional() }).transform(({ _ }) => _ ?? '')])
const one = <T extends z.ZodType>(it: T) => z.tuple([it]).transform(([first]) => first)
const instant = z.iso.datetime({ offset: true }).transform((it) => Date.parse(it))

const confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: one(
    z.object({
      $: z.object({
        Recipient: z.string().optional(),
        NotBefore: instant.optional(),
        NotOnOrAfter: instant.optional(),
        InResponseTo: z.string().optional(),
      }),
    }),
  ).optional(),
})

const shape = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1).max(256), IssueInstant: instant, Version: z.literal('2.0') }),
    Issuer: one(text),
    Subject: one(
      z.object({
        NameID: one(
          z.union([
            z.string().transform((_) => ({ _, $: undefined })),
            z.object({ _: z.string().default(''), $: z.object({ Format: z.string().optional() }).optional() }),
          ]),
        ).optional(),
        SubjectConfirmation: z.array(confirmation).default([]),
      }),
    ),
    Conditions: one(
      z.object({
        $: z.object({ NotBefore: instant.optional(), NotOnOrAfter: instant }),
        AudienceRestriction: z.array(z.object({ Audience: z.array(text) })).min(1),
      }),
    ),
    AuthnStatement: z.array(z.object({ $: z.object({ SessionIndex: z.string().optional() }) })).min(1),
    AttributeStatement: z
      .array(
        z.union([
          // Without an attribute.
          z.string(),
          z.object({
            Attribute: z
              .array(z.object({ $: z.object({ Name: z.string() }), AttributeValue: z.array(value).default([]) }))
              .default([]),
          }),
        ]),
      )
      .default([]),
  }),
})

type Assertion = z.infer<typeof shape>['Assertion']

/** @param document the signed assertion as xml2js reads it. Throws SamlRefused. */
export const judgeAssertion = (document: unknown, expected: Expected): SamlPerson => {
  const read = shape.safeParse(document)
  if (!read.success) throw new SamlRefused('NOT_XML', `The assertion isn’t one of SAML 2.0: ${placesOf(read.error)}`)
  const { Assertion: assertion } = read.data
  const { entityId, audience } = expected
  if (assertion.Issuer !== entityId)
    throw new SamlRefused('OTHER_ISSUER', `The issuer is ${assertion.Issuer}, not ${entityId}`)
  if (!assertion.Conditions.AudienceRestriction.every(({ Audience }) => Audience.includes(audience)))
    throw new SamlRefused('OTHER_AUDIENCE', `The audience isn’t ${audience}`)
  const confirmed = confirmedUntil(assertion, expected)
  const validUntil = Math.min(confirmed, assertion.Conditions.$.NotOnOrAfter)
  checkTimes(assertion, validUntil, expected.now)
  const nameId = assertion.Subject.NameID?._.trim()
  if (!nameId) throw new SamlRefused('NO_NAME', 'The assertion has no NameID')
  return {
    assertionId: assertion.$.ID,
    validUntil: validUntil + DIFFERENCE_MS,
    nameId,
    nameIdFormat: assertion.Subject.NameID?.$?.Format ?? null,
    sessionIndex: assertion.AuthnStatement[0]?.$.SessionIndex ?? null,
    attributes: attributesOf(assertion),
  }
}

const placesOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path }) => path.join('.'))
    .join(', ')

/** One bearer confirmation has to be for this address, this request and now (SAML profiles, section 4.1.4.3). */
const confirmedUntil = ({ Subject }: Assertion, { acsUrl, requestId, now }: Expected): number => {
  const bearers = Subject.SubjectConfirmation.filter(({ $ }) => $.Method === BEARER).map(
    ({ SubjectConfirmationData: data }) => data?.$ ?? {},
  )
  const here = bearers.filter(({ Recipient }) => Recipient === acsUrl)
  if (here.length === 0) throw new SamlRefused('OTHER_RECIPIENT', `No bearer confirmation is for ${acsUrl}`)
  const asked = here.filter(({ InResponseTo }) => (InResponseTo ?? null) === requestId)
  if (asked.length === 0)
    throw new SamlRefused('OTHER_REQUEST', `The confirmation isn’t for ${requestId ?? 'an answer without a request'}`)
  const ends = asked.map(({ NotBefore, NotOnOrAfter }) =>
    NotOnOrAfter === undefined || (NotBefore ?? 0) - DIFFERENCE_MS > now ? 0 : NotOnOrAfter,
  )
  return Math.max(...ends)
}

const checkTimes = ({ $, Conditions }: Assertion, validUntil: number, now: number): void => {
  const from = Math.max($.IssueInstant, Conditions.$.NotBefore ?? 0)
  if (from - DIFFERENCE_MS > now) throw new SamlRefused('NOT_YET', `Valid from ${new Date(from).toISOString()}`)
  if (now >= validUntil + DIFFERENCE_MS)
    throw new SamlRefused('TOO_LATE', `Valid until ${new Date(validUntil).toISOString()}`)
  if (validUntil - $.IssueInstant > LONGEST_MS)
    throw new SamlRefused('TOO_LATE', 'The assertion would be valid for more than a day, which isn’t taken')
}

/** Providers send several values as one attribute with several values, or as several attributes of one name. */
const attributesOf = ({ AttributeStatement }: Assertion): Map<string, string[]> => {
  const all = new Map<string, string[]>()
  const attributes = AttributeStatement.flatMap((each) => (typeof each === 'string' ? [] : each.Attribute))
  let count = 0
  for (const { $, AttributeValue } of attributes) {
    count += AttributeValue.length
    if (count > MOST_VALUES) throw new SamlRefused('TOO_LARGE', `More than ${MOST_VALUES} attribute values`)
    all.set($.Name, [
      ...(all.get($.Name) ?? []),
      ...AttributeValue.map((each) => each.trim()).filter((each) => each !== ''),
    ])
  }
  return all
}
