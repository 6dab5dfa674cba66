import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../../schema/requests/sourcing-events/bidder-endpoints.ts'
import type { BidFile } from '../../../../../schema/requests/sourcing-events/values.ts'
import { postFile, UPLOAD_FAILED, UploadError } from '../../../../lib/post-file.ts'
import { type BodyOf, call } from '../../../../lib/rest.ts'
import { askAgainIn } from '../api.ts'

export type { BidderEvent } from '../../../../../schema/requests/sourcing-events/bidder-endpoints.ts'

export const bidderQuery = (token: string) =>
  queryOptions({
    queryKey: ['sourcing-bid', token],
    queryFn: ({ signal }) => call(endpoints.getBidderEvent, { params: { token }, signal, anonymous: true }),
    refetchInterval: ({ state }) => askAgainIn(state.data),
    retry: false,
    gcTime: 0,
  })
export const useBidderEvent = (token: string) => useQuery(bidderQuery(token))

export type BidBody = BodyOf<typeof endpoints.saveBid>

export const seeEvent = (token: string) => call(endpoints.seeBidderEvent, { params: { token }, anonymous: true })
export const saveBid = (token: string, body: BidBody) =>
  call(endpoints.saveBid, { params: { token }, body, anonymous: true })
export const submitBid = (token: string, body: BidBody) =>
  call(endpoints.submitBid, { params: { token }, body, anonymous: true })
export const withdrawBid = (token: string, version: number) =>
  call(endpoints.withdrawBid, { params: { token }, body: { version }, anonymous: true })
export const askQuestion = (token: string, question: string, commandId: string) =>
  call(endpoints.askQuestion, { params: { token }, body: { question }, commandId, anonymous: true })

const pathOf = (token: string): string => `/public-api/sourcing-event/${encodeURIComponent(token)}`
export const fileHref = (token: string, fileId: string): string => `${pathOf(token)}/files/${fileId}`
export const logoHref = (token: string, scheme: 'light' | 'dark'): string => `${pathOf(token)}/logo?scheme=${scheme}`

/** Returns the stored file. It is encrypted before it is stored. */
export const uploadBidFile =
  (token: string, onStored: (file: BidFile) => void) =>
  async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
    const form = new FormData()
    form.append('file', file)
    const stored = JSON.parse(await postFile(`${pathOf(token)}/files`, form, onProgress, signal)) as Partial<BidFile>
    if (!stored.id) throw new UploadError(UPLOAD_FAILED)
    onStored(stored as BidFile)
    return stored.id
  }
