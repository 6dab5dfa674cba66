import { Skeleton, Switch } from '@mantine/core'
import { MOST_COUNTED_LINKS } from '../../../../schema/planning/actuals/link-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, Forbidden } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { linksHref, linksSearch } from './address.ts'
import { linkKeys, type ShownLinks, setLinking, useVendorLinks } from './api.ts'
import classes from './links.module.css'
import { OpenLinks } from './open-links.tsx'
import { SettledLinks } from './settled-links.tsx'

/** The accounting system's vendors on their way to the company's: what waits for an answer, and what was done. */
export const LinksPage = () => {
  const can = useCan()
  return can('vendors.edit') ? <Links /> : <Forbidden />
}

const Links = () => {
  const [{ show: asked }] = usePageSearch(linksSearch)
  const show: ShownLinks = asked ?? 'OPEN'
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVendorLinks(show)
  const first = data?.pages[0]
  const open = first?.open ?? 0
  const turn = useCommand({
    run: (isOn: boolean, { commandId }) => setLinking(isOn, commandId),
    success: ({ isOn }) =>
      isOn
        ? 'Sure matches are linked and new vendors added automatically'
        : 'Accounting vendors are no longer linked automatically',
    invalidates: [linkKeys.all],
  })
  const shown = {
    links: data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? [],
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isReading: isFetchingNextPage,
  }
  return (
    <>
      <PageHeader
        title="Vendors from accounting"
        subtitle="Match vendors in your accounting system to yours, so that their bills, payments and transactions appear with the vendor."
        breadcrumbs={[{ label: 'Vendors', href: to('/vendors') }]}
      />
      <div className={classes.head}>
        <LinkTabs
          label="Accounting vendors"
          current={show}
          tabs={[
            {
              id: 'OPEN',
              label: open >= MOST_COUNTED_LINKS ? `To answer (${MOST_COUNTED_LINKS}+)` : `To answer (${open})`,
              href: linksHref(),
            },
            { id: 'SETTLED', label: 'Linked', href: linksHref('SETTLED') },
          ]}
        />
        <Switch
          label="Link sure matches and add new vendors automatically"
          checked={first?.isOn ?? false}
          disabled={!first || turn.isPending}
          onChange={({ currentTarget }) => turn.send(currentTarget.checked)}
        />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} radius="md" aria-label="Loading accounting vendors" />}
      {data && (show === 'OPEN' ? <OpenLinks {...shown} /> : <SettledLinks {...shown} />)}
    </>
  )
}
