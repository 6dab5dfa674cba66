import type { Waits } from '../../../../schema/platform/guarded/endpoints.ts'

/** What a form of a guarded setting says once it was sent: that it is saved, or what it waits for. */
export const saidOfGuarded =
  (saved: string) =>
  ({ waits }: { waits?: Waits | undefined }): string => {
    if (!waits) return saved
    return waits.effectiveAt === null
      ? 'Not changed yet: another admin has to confirm it'
      : 'Not changed yet: it takes effect in 24 hours, as no one else can confirm it'
  }

/** The same for changes of people, most of which are made at once: which rights wait, and what no one can do anymore. */
export const saidOfRights = (
  saved: string,
  { waits, warning }: { waits?: Waits | undefined; warning?: string | undefined },
): string =>
  [
    saved,
    waits?.effectiveAt === null && 'Rights about money wait until another admin confirms them',
    waits?.effectiveAt && 'Rights about money are given in 24 hours, as no one else can confirm them',
    warning?.replace(/\.$/, ''),
  ]
    .filter(Boolean)
    .join('. ')
