import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { grantVendorUpload } from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { fillPath } from '../../../lib/encode.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { sendGranted } from '../../requests/sourcing/index.ts'

export type {
  DocumentBadge,
  HeldDocument,
  VendorDocument,
} from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'

/** Documents of vendors, with an account or by a link. */

export type Description = BodyOf<typeof endpoints.describeDocument>
type Send = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<string>

/** Where the documents of a form are read, described, opened and renewed. */
export interface DocumentTarget {
  key: readonly unknown[]
  list: (signal?: AbortSignal) => Promise<endpoints.VendorDocument[]>
  describe: (documentId: string, body: Description, commandId: string) => Promise<endpoints.VendorDocument>
  href: (documentId: string) => string
  upload: Send
  renew: (
    documentId: string,
    body: { newDocumentId: string; expiresOn: string | null },
    commandId: string,
  ) => Promise<endpoints.VendorDocument>
  /** What was given before, and taking one over. None by a link. */
  earlier?: {
    list: (signal?: AbortSignal) => Promise<endpoints.HeldDocument[]>
    use: (document: endpoints.HeldDocument, commandId: string) => Promise<endpoints.VendorDocument>
  }
}

export const documentKeys = {
  all: ['vendor-documents'] as const,
  held: ['vendor-documents', 'held'] as const,
  badges: (vendorId: string) => ['vendor-documents', 'badges', vendorId] as const,
}

/** For a document of the chosen customer. */
export const fileHref = (documentId: string): string => fillPath(endpoints.openVendorDocument.path, { documentId })
export const fileHrefAt = (documentId: string, companyId: string): string =>
  `${fileHref(documentId)}?${new URLSearchParams({ companyId })}`

/** Sends a file to one of the vendor's customers, and returns its document's id. */
export const uploadFor =
  (companyId?: string): Send =>
  async (file, onProgress, signal) => {
    const body = { fileName: file.name, ...(companyId && { companyId }) }
    return (await sendGranted(() => call(grantVendorUpload, { body, signal }), file, onProgress, signal)).id
  }

export const renewFor =
  (companyId: string | undefined): DocumentTarget['renew'] =>
  (documentId, body, commandId) =>
    call(endpoints.renewDocument, {
      params: { documentId },
      body: { ...body, ...(companyId && { companyId }) },
      commandId,
    })

export const documentsWithAccount = (intakeSubmissionId: string): DocumentTarget => ({
  key: [...documentKeys.all, intakeSubmissionId],
  list: (signal) => call(endpoints.listFormDocuments, { params: { intakeSubmissionId }, signal }),
  describe: (documentId, body, commandId) =>
    call(endpoints.describeDocument, { params: { intakeSubmissionId, documentId }, body, commandId }),
  href: fileHref,
  upload: uploadFor(),
  renew: renewFor(undefined),
  earlier: {
    list: (signal) => call(endpoints.listEarlierDocuments, { params: { intakeSubmissionId }, signal }),
    use: ({ id: documentId, company }, commandId) =>
      call(endpoints.reuseDocument, {
        params: { intakeSubmissionId },
        body: { companyId: company.id, documentId },
        commandId,
      }),
  },
})

export const documentsByLink = (token: string, upload: Send): DocumentTarget => ({
  key: [...documentKeys.all, 'link', token],
  list: (signal) => call(endpoints.listLinkDocuments, { params: { token }, signal, anonymous: true }),
  describe: (documentId, body, commandId) =>
    call(endpoints.describeLinkDocument, { params: { token, documentId }, body, commandId, anonymous: true }),
  href: (documentId) => fillPath(endpoints.openLinkDocument.path, { token, documentId }),
  upload,
  renew: (documentId, body, commandId) =>
    call(endpoints.renewLinkDocument, { params: { token, documentId }, body, commandId, anonymous: true }),
})

export const useFormDocuments = (target: DocumentTarget) =>
  useQuery({ queryKey: [...target.key, 'documents'], queryFn: ({ signal }) => target.list(signal) })

export const useEarlierDocuments = ({ key, earlier }: DocumentTarget, enabled: boolean) =>
  useQuery({
    queryKey: [...key, 'earlier-documents'],
    queryFn: ({ signal }) => earlier?.list(signal) ?? [],
    enabled: enabled && earlier !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useHeldDocuments = () =>
  useQuery({
    queryKey: documentKeys.held,
    queryFn: ({ signal }) => call(endpoints.listHeldDocuments, { signal }),
  })

export const useBadges = (vendorId: string) =>
  useQuery({
    queryKey: documentKeys.badges(vendorId),
    queryFn: ({ signal }) => call(endpoints.listDocumentBadges, { params: { vendorId }, signal }),
  })
