import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../../../lib/errors.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import classes from './trial.module.css'
import type { useVersions } from './trial-api.ts'

interface VersionListProps<D> {
  /** What has versions: "workflow". */
  noun: string
  versions: ReturnType<typeof useVersions>
  /** The newest saved version, which the builder started from. */
  version: number
  read: (version: number) => Promise<D>
  onRestore: (definition: D) => void
}

/** Who saved what, newest first. An older version can be restored as unsaved changes. */
export const VersionList = <D,>(props: VersionListProps<D>) => {
  const { noun, version, read, onRestore } = props
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = props.versions
  const restore = useMutation({
    mutationFn: read,
    onSuccess: onRestore,
    onError: (failure) => toastError(errorMessage(failure)),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  const versions = data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <div className={classes.panel} aria-busy={!data}>
      <ol className={classes.versions} aria-label={`Versions of this ${noun}`}>
        {versions.map((each) => (
          <li key={each.version}>
            <div>
              <p>
                <b>Version {each.version}</b> <DateTimeText instant={each.savedAt} />, {each.savedBy.name}
              </p>
              <ul>
                {each.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
                {each.changes.length === 0 && <li>Saved without changes</li>}
              </ul>
            </div>
            {each.version < version && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                aria-label={`Restore version ${each.version}`}
                loading={restore.isPending && restore.variables === each.version}
                onClick={() => restore.mutate(each.version)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older versions
        </Button>
      )}
    </div>
  )
}
