/** What sample data consists of, in the order in which people read it. */
export const SAMPLE_KINDS = ['VENDOR', 'SERVICE', 'INTAKE_SUBMISSION', 'DOCUMENT', 'INTAKE_CATEGORY'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

/** It is on its way, there, on its way out, or gone. */
export const SAMPLE_STATUSES = ['LOADING', 'LOADED', 'REMOVING', 'REMOVED'] as const
export type SampleStatus = (typeof SAMPLE_STATUSES)[number]

export type SampleCounts = Record<SampleKind, number>

export const countKinds = (objects: readonly { kind: SampleKind }[]): SampleCounts =>
  Object.fromEntries(
    SAMPLE_KINDS.map((kind) => [kind, objects.filter((object) => object.kind === kind).length]),
  ) as SampleCounts

const NOUNS: Record<SampleKind, readonly [one: string, several: string]> = {
  VENDOR: ['vendor', 'vendors'],
  SERVICE: ['service', 'services'],
  INTAKE_SUBMISSION: ['request', 'requests'],
  DOCUMENT: ['document', 'documents'],
  INTAKE_CATEGORY: ['request category', 'request categories'],
}

/** "4 vendors, 6 services, and 1 document", or nothing. */
export const countsText = (counts: SampleCounts): string =>
  new Intl.ListFormat('en-US').format(
    SAMPLE_KINDS.flatMap((kind) =>
      counts[kind] > 0 ? [`${counts[kind]} ${NOUNS[kind][counts[kind] === 1 ? 0 : 1]}`] : [],
    ),
  )
