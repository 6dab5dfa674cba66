import { queryOptions } from '@tanstack/react-query'
import * as moves from '../../../../schema/platform/moves/endpoints.ts'
import * as endpoints from '../../../../schema/platform/super-admin/endpoints.ts'
import { ApiError } from '../../../lib/errors.ts'
import { type BodyOf, call, newCommandId, send } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'
import { filledPage } from '../../../ui/table/filled-page.ts'

export const superAdminKeys = {
  all: ['super-admin'] as const,
  list: (search: string | undefined) => ['super-admin', 'list', search ?? ''] as const,
  company: (companyId: string) => ['super-admin', 'company', companyId] as const,
  place: (companyId: string) => ['super-admin', 'place', companyId] as const,
}

export const companiesPage = (
  search: string | undefined,
  { cursor, first, orderBy }: PageRequest,
  signal: AbortSignal,
) =>
  filledPage({ cursor, first }, (page) =>
    call(endpoints.listCompanies, {
      query: { search, ...page, orderBy: orderBy as { by: ('name' | 'createdAt')[]; dir: ('ASC' | 'DESC')[] } },
      signal,
    }),
  )

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: superAdminKeys.company(companyId),
    queryFn: ({ signal }) => call(endpoints.getCompany, { params: { companyId }, signal }),
  })

/** How often a move is looked at while it goes on. */
const WATCHED_MS = 3000

export const placeQuery = (companyId: string) =>
  queryOptions({
    queryKey: superAdminKeys.place(companyId),
    queryFn: ({ signal }) => call(moves.getCompanyPlace, { params: { companyId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.move && data.move.phase !== 'DONE' ? WATCHED_MS : false),
  })

export const startMove = (companyId: string, toCell: number, commandId: string) =>
  call(moves.startMove, { params: { companyId }, body: { toCell }, commandId })
export const continueMove = (companyId: string, commandId: string) =>
  call(moves.continueMove, { params: { companyId }, commandId })
export const takeBackMove = (companyId: string, commandId: string) =>
  call(moves.takeBackMove, { params: { companyId }, commandId })
export const confirmMove = (companyId: string, commandId: string) =>
  call(moves.confirmMove, { params: { companyId }, commandId })

export const logosQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...superAdminKeys.company(companyId), 'logos'],
    queryFn: ({ signal }) => call(endpoints.getLogoUrls, { params: { companyId }, signal }),
  })

export const changeCompany = (companyId: string, body: BodyOf<typeof endpoints.updateCompany>, commandId: string) =>
  call(endpoints.updateCompany, { params: { companyId }, body, commandId })

export const saveEntities = (
  companyId: string,
  entities: BodyOf<typeof endpoints.saveCompanyEntities>['entities'],
  commandId: string,
) => call(endpoints.saveCompanyEntities, { params: { companyId }, body: { entities }, commandId })

const UPLOAD_FAILED = 'Error uploading file'

/** The server's message about the file. */
const refusalOf = async (response: Response): Promise<string> => {
  const body = (await response.json().catch(() => null)) as { fields?: { file?: string } } | null
  return body?.fields?.file ?? UPLOAD_FAILED
}

/** Signed address, then the file, then the logo. @throws Error with the sentence to show, ApiError */
export const uploadLogo = async (
  companyId: string,
  variant: endpoints.LogoVariant,
  file: File,
  commandId: string,
): Promise<void> => {
  const params = { companyId }
  const { url, fieldsJson } = await call(endpoints.grantLogoUpload, { params, body: { fileName: file.name } })
  const fields = JSON.parse(fieldsJson) as Record<string, string>
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  const sent = await send(url, { method: 'POST', body: form, headers: { 'idempotency-key': newCommandId() } })
  if (!sent.ok) throw new LogoRefused(await refusalOf(sent))
  await call(endpoints.setCompanyLogo, { params, body: { fileName: fields.key ?? file.name, variant }, commandId })
}

/** With a sentence about the file. */
export class LogoRefused extends Error {}

export const logoProblem = (error: Error): string | undefined =>
  error instanceof LogoRefused ? error.message : error instanceof ApiError ? error.fields?.fileName : undefined

export const removeLogo = (companyId: string, variant: endpoints.LogoVariant, commandId: string) =>
  call(endpoints.deleteCompanyLogo, { params: { companyId }, query: { variant }, commandId })
