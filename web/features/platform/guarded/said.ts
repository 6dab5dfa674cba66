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
