import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { EvidenceKind, EvidencePack } from '../../../../schema/approvals/evidence/endpoints.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { askForEvidence, useEvidence } from './api.ts'
import classes from './evidence.module.css'

interface EvidenceDialogProps {
  targetType: EvidenceKind
  targetId: string
  onClose: () => void
}

/** Makes the two files of a pack, and offers them. */
export const EvidenceDialog = ({ targetType, targetId, onClose }: EvidenceDialogProps) => {
  const [id, setId] = useState<string | null>(null)
  const make = useCommand({
    run: (_: undefined, { commandId }) => askForEvidence(targetType, targetId, commandId),
    onSuccess: (made) => setId(made.id),
  })
  const { data, error } = useEvidence(id)
  const failed = data?.status === 'FAILED' || error !== null
  const isMaking = make.isPending || (id !== null && !failed && data?.status !== 'DONE')
  return (
    <Dialog opened onClose={onClose} title="Evidence pack">
      <Text>
        Everything that happened to this {nounOf(targetType)}, for auditors: a PDF to read, and a JSON file that anyone
        can check without Outlay. Making one appears in the history.
      </Text>
      <div aria-live="polite" className={classes.state}>
        {isMaking && (
          <Group gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Making the pack. You can wait here.</Text>
          </Group>
        )}
        {failed && <Text>The pack couldn’t be made. Try again.</Text>}
        {data?.files && <Files pack={data} files={data.files} />}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {data?.files ? 'Done' : 'Cancel'}
        </Button>
        {!data?.files && (
          <Button data-autofocus loading={isMaking} onClick={() => make.send(undefined)}>
            Make evidence pack
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

const sizeText = (size: number): string =>
  size < 1_000_000 ? `${Math.ceil(size / 1000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`

const Files = ({ pack, files }: { pack: EvidencePack; files: NonNullable<EvidencePack['files']> }) => (
  <Stack gap="sm">
    {[
      { label: 'Download PDF', file: files.pdf },
      { label: 'Download JSON', file: files.json },
    ].map(({ label, file }) => (
      <div key={label}>
        <Button
          component="a"
          href={file.url}
          download={file.name}
          variant="default"
          leftSection={<IconDownload size={16} />}
          fullWidth
          justify="flex-start"
        >
          {label} ({sizeText(file.size)})
        </Button>
      </div>
    ))}
    <Text size="sm">
      Digest <code className={classes.digest}>{pack.digest}</code>
    </Text>
    <Text size="sm" c="dimmed">
      Only you can download these files. They are deleted within an hour.
    </Text>
  </Stack>
)
