import { encrypt } from '../../../worker/objects/sourcing-seal/cipher.ts'

/** The files that rows of a furnished company name: one of a bid, under its event's key, and one of its vendors. */
export const storeFiles = async (files: Pick<R2Bucket, 'put'>, companyId: string): Promise<void> => {
  const bidFile = `${companyId}-bid-file-0`
  const place = [companyId, `${companyId}-event-599`, bidFile]
  const stored = await encrypt(new Uint8Array(32), new TextEncoder().encode('%PDF'), place)
  await files.put(bidFile, stored)
  await files.put('walk-paper.pdf', stored)
}
