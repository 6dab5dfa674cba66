import '../../../web/lib/plain-words.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { CompanyUserSession } from '../../../schema/platform/session/endpoints.ts'
import {
  type CurrentCompany,
  type CurrentPermissions,
  getCurrentCompany,
  getCurrentPermissions,
} from '../../../schema/platform/shell/endpoints.ts'
import { ACCESS_FLAGS, type AccessFlag, COMPANY_FLAGS, LOCAL_FLAGS } from '../../../schema/shared/permissions.ts'
import {
  companyQuery,
  permissionsQuery,
  sessionQuery,
  textOwnerOf,
} from '../../../web/features/platform/session/index.ts'
import { queryClient } from '../../../web/lib/query-client.ts'
import { parseSearch, stringifySearch } from '../../../web/lib/search-params.ts'
import { ConfirmHost } from '../../../web/ui/confirm-host.tsx'
import { TextOwnerProvider } from '../../../web/ui/drafts/owner.ts'
import { runKeyClock } from '../key-clock.ts'
import { watchToasts } from '../shown-toasts.ts'
import { expectAllAnswered, type PageServer, serve } from './server.ts'

/** A page of the app without the frame around it, as an admin of a company with everything sees it. */

const flags = <K extends string>(names: readonly K[], on: readonly string[] = names) =>
  Object.fromEntries(names.map((name) => [name, on.includes(name)])) as Record<K, boolean>

export interface Someone {
  flags?: AccessFlag[]
  session?: Partial<CompanyUserSession>
  company?: Partial<CurrentCompany>
}

export const signIn = ({ flags: held = ['hasAdminAccess'], session = {}, company = {} }: Someone): void => {
  const access = flags(ACCESS_FLAGS, held)
  const own = { departmentIds: [], businessUnitIds: [], groupIds: [] }
  queryClient.setQueryData(sessionQuery.queryKey, {
    ...{ kind: 'COMPANY_USER', userId: 'maya', firstName: 'Maya', lastName: 'Lindqvist' },
    ...{ email: 'maya@brightwater.example', companyId: 'brightwater', companyName: 'Brightwater Robotics' },
    ...{ impersonatorId: null, actingReason: null, timezone: 'UTC', departmentNames: [], businessUnitNames: [] },
    ...access,
    ...own,
    ...session,
  } as CompanyUserSession)
  queryClient.setQueryData(permissionsQuery.queryKey, {
    ...access,
    ...{ isRequestCategoryOwner: false, isSourcingCategoryOwner: false, isVendorFormOwner: false },
    ...{ approvesRequestsForDepartment: false, approvesRequestsForBusinessUnit: false, isInternalStaff: false },
    ...{ localFlags: flags(LOCAL_FLAGS), locationId: null },
    ...own,
  } as CurrentPermissions)
  queryClient.setQueryData(companyQuery.queryKey, {
    ...flags(COMPANY_FLAGS),
    ...{ id: 'brightwater', name: 'Brightwater Robotics', emailShortName: 'brightwater', currency: 'USD' },
    ...{ requestApprovalMode: 'LEVEL_BY_LEVEL', erpIntegrationType: 'NETSUITE', firstSteps: 'DONE' },
    ...{ samlMetadataUrl: null, samlCallbackUrl: 'https://outlay.test/acs', samlIssuerUrl: 'https://outlay.test/saml' },
    ...company,
  } as CurrentCompany)
}

let root: Root | undefined
let server: PageServer
let toasts: ReturnType<typeof watchToasts>
let stopKeyClock = () => {}

export const toastsOf = () => toasts
export const serverOf = () => server

const render = async (content: ReactNode): Promise<void> => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </MantineProvider>,
    ),
  )
}

/** Keeps the company and the permissions as the app's frame does, so that they are there whatever a page opens later. */
const Held = () => {
  useQuery(companyQuery)
  useQuery(permissionsQuery)
  return null
}

/**
 * Opens a page at an address, with links to others that show nothing.
 * @param route of web/routes
 * @param path of that route, with names for its parameters: '/settings/manage-groups/$groupId'
 */
export const openPage = async (route: object, path: string, address = path, who: Someone = {}) => {
  signIn(who)
  // Read again after half a minute, or when a page wants to be sure.
  const held = [
    queryClient.getQueryData(companyQuery.queryKey),
    queryClient.getQueryData(permissionsQuery.queryKey),
  ] as const
  if (held[0]) server.on(getCurrentCompany, () => held[0] as CurrentCompany)
  if (held[1]) server.on(getCurrentPermissions, () => held[1] as CurrentPermissions)
  const owner = textOwnerOf(queryClient.getQueryData(sessionQuery.queryKey) as CompanyUserSession)
  const top = createRootRoute({
    staticData: { access: 'staff' },
    component: () => (
      <>
        <Held />
        <TextOwnerProvider value={owner}>
          <Outlet />
        </TextOwnerProvider>
        <ConfirmHost />
      </>
    ),
  })
  const frame = createRoute({ id: '_staff', getParentRoute: () => top, staticData: { access: 'staff' } })
  const id = path
  const page = (route as AnyRoute).update({ id, path, getParentRoute: () => frame } as never) as AnyRoute
  const elsewhere = createRoute({ getParentRoute: () => top, path: '$', staticData: { access: 'staff' } })
  const router = createRouter({
    routeTree: top.addChildren([frame.addChildren([page]), elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  return router
}

/** A part of a page, at an address that nothing depends on. */
export const openPart = (part: () => ReactNode, who: Someone = {}) =>
  openPage(createRoute({ getParentRoute: () => createRootRoute(), path: '/', component: part } as never), '/', '/', who)

/** As when the window is loaded again: nothing of the page is left. */
export const closePage = async (): Promise<void> => {
  await act(async () => root?.unmount())
  root = undefined
  document.body.replaceChildren()
  queryClient.clear()
}

/** Each test of the file has a page and a server of its own. To be called once, outside of tests. */
export const beginPages = (): void => {
  // On a busy machine a page takes many times as long as it does alone.
  vi.setConfig({ testTimeout: 60_000 })
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    // A field that grows with its text waits for fonts.
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
    stopKeyClock = runKeyClock()
    server = serve()
    toasts = watchToasts()
  })
  afterEach(async () => {
    await closePage()
    stopKeyClock()
    expectAllAnswered(server)
  })
}
