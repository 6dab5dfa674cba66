import { Button, Group, Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Connection, DEFAULT_PAGE_SIZE } from '../../../../schema/shared/paging.ts'
import { changeSpendOfService } from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { spendList } from '../../../../schema/spend/spend-requests/list.ts'
import { call, type QueryOf } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { TableView } from '../../../ui/table/table-view.tsx'
import { AsyncOptionSelect, type OptionSource } from '../../platform/lookups/index.ts'
import { spendHref } from './address.ts'
import { type SpendRequestRow, spendKeys } from './api.ts'
import { spendColumns } from './list-columns.tsx'

/** Spend requests on the pages of vendors and services. */

const columnsWithout = (...ids: string[]) =>
  spendColumns({ withBusinessUnits: false }).filter(({ id }) => !ids.includes(id))

type Query = Record<string, unknown>
const fetchSpend = (query: Query, signal: AbortSignal): Promise<Connection<SpendRequestRow>> =>
  call(spendList.list, { query: query as QueryOf<typeof spendList.list>, signal })

const EMPTY = {
  icon: <IconReceipt size={20} aria-hidden />,
  title: 'No spend requests yet',
}

export const SpendOfVendor = ({ vendorId }: { vendorId: string }) => {
  const columns = useMemo(() => columnsWithout('vendor', 'amortized', 'number'), [])
  return (
    <DataTable<SpendRequestRow>
      label="Spend requests for this vendor"
      name="vendor-spend-requests"
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => spendHref(id)}
      queryKey={[...spendKeys.lists, 'of-vendor', vendorId]}
      fetchPage={({ cursor, first, orderBy }, signal) =>
        filledPage({ cursor, first }, (page) => fetchSpend({ vendorId, filter: 'ALL', orderBy, ...page }, signal))
      }
      empty={{ ...EMPTY, text: 'Spend requests that name this vendor appear here.' }}
    />
  )
}

interface SpendOfServiceProps {
  service: { id: string; name: string; canEdit: boolean; vendor: { id: string } }
}

/** The spend requests that pay for a service. */
export const SpendOfService = ({ service }: SpendOfServiceProps) => {
  const [isLinking, setLinking] = useState(false)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...spendKeys.lists, 'of-service', service.id],
    queryFn: ({ pageParam, signal }) =>
      filledPage({ cursor: pageParam, first: DEFAULT_PAGE_SIZE }, (page) =>
        fetchSpend({ inServiceIds: [service.id], filter: 'ALL', ...page }, signal),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const rows = data.pages.flatMap(({ edges }) => edges.map(({ node }) => node))
  const link = service.canEdit && (
    <Button variant="default" size="compact-sm" onClick={() => setLinking(true)}>
      Link spend requests…
    </Button>
  )
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          compact
          title={EMPTY.title}
          text="Link the spend requests that pay for this service."
          action={link}
        />
      ) : (
        <>
          <TableView<SpendRequestRow>
            label="Spend requests for this service"
            name="service-spend-requests"
            columns={columnsWithout('vendor', 'requester', 'created')}
            rows={rows}
            rowId={({ id }) => id}
            rowHref={({ id }) => spendHref(id)}
            empty={{ ...EMPTY, text: '' }}
          />
          <Group mt="sm" gap="xs">
            {hasNextPage && (
              <ShowEarlier what="spend requests" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
            )}
            {link}
          </Group>
        </>
      )}
      {isLinking && <LinkDialog service={service} linked={rows} onClose={() => setLinking(false)} />}
    </>
  )
}

const labelOf = ({ readableId, displayName }: SpendRequestRow): string => `${readableId} · ${displayName}`

interface LinkDialogProps extends SpendOfServiceProps {
  linked: readonly SpendRequestRow[]
  onClose: () => void
}

const LinkDialog = ({ service, linked, onClose }: LinkDialogProps) => {
  const [before] = useState(linked.map(({ id }) => id))
  const { form, submit, isPending } = useEndpointForm(changeSpendOfService, {
    params: { serviceId: service.id },
    initial: { spendRequestIds: before },
    toBody: ({ spendRequestIds: chosen }) => ({
      spendRequestIdsToAdd: chosen.filter((id) => !before.includes(id)),
      spendRequestIdsToRemove: before.filter((id) => !chosen.includes(id)),
    }),
    fields: { spendRequestIdsToAdd: 'spendRequestIds', spendRequestIdsToRemove: 'spendRequestIds' },
    success: 'Spend requests saved',
    invalidates: [spendKeys.all],
    onSuccess: onClose,
  })
  const load: OptionSource = async ({ search, ids }, signal) => {
    const { id, vendor } = service
    const query = { vendorId: vendor.id, notInServiceIds: [id], filter: 'ALL', ...(search && { search }) }
    const page = await filledPage({ cursor: undefined, first: 50 }, (each) => fetchSpend({ ...query, ...each }, signal))
    const edges = page.edges
      .filter(({ node }) => !ids || ids.includes(node.id))
      .map(({ cursor, node }) => ({ cursor, node: { value: node.id, label: labelOf(node) } }))
    return { ...page, edges }
  }
  return (
    <Dialog opened onClose={onClose} title={`Spend requests for ${service.name}`}>
      <form onSubmit={submit} noValidate>
        <AsyncOptionSelect
          multiple
          kind="service"
          source={{ name: `spend-requests-for-${service.id}`, load }}
          label="Spend requests"
          description="This vendor’s spend requests that pay for the service."
          known={linked.map((row) => ({ value: row.id, label: labelOf(row) }))}
          {...form.getInputProps('spendRequestIds')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save spend requests
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
