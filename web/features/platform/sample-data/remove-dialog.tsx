import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SampleRemoval } from '../../../../schema/platform/sample-data/endpoints.ts'
import { countsText } from '../../../../schema/platform/sample-data/kinds.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { readAddress } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { sampleRemovalQuery } from './api.ts'
import classes from './sample-data.module.css'

const pageOf = ({ kind, id }: SampleRemoval['staying'][number]): string | null =>
  kind === 'INTAKE_CATEGORY' ? null : hrefOf(kind, id)

export const StayingList = ({ staying }: Pick<SampleRemoval, 'staying'>) => (
  <ul className={classes.staying}>
    {staying.map((each) => {
      const href = pageOf(each)
      return (
        <li key={each.id}>
          {href ? (
            <AppLink className="ol-link" href={readAddress(href)}>
              {each.name}
            </AppLink>
          ) : (
            each.name
          )}
          <p className={classes.text}>{each.reason}.</p>
        </li>
      )
    })}
  </ul>
)

const Preview = ({ going, staying }: SampleRemoval) => {
  const words = countsText(going)
  return (
    <>
      <p>{words ? `This removes ${words}.` : 'Nothing can be removed.'} Their history stays in the audit log.</p>
      {staying.length > 0 && (
        <>
          <p>These stay and become yours:</p>
          <StayingList staying={staying} />
        </>
      )}
    </>
  )
}

/** What goes and what stays, before it is done. */
export const RemoveDialog = ({ onClose, onRemove }: { onClose: () => void; onRemove: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery(sampleRemovalQuery)
  return (
    <Dialog opened onClose={onClose} title="Remove sample data?">
      <div className={classes.dialog}>
        {data && !isFetching ? (
          <Preview {...data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : (
          <Skeleton height={72} />
        )}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" disabled={!data || isFetching} onClick={onRemove}>
            Remove sample data
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
