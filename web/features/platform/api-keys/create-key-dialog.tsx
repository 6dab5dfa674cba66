import { Alert, Box, Button, CopyButton, Group, Input, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { createApiKey, KEY_DAYS, USUAL_KEY_DAYS } from '../../../../schema/platform/api-keys/endpoints.ts'
import {
  KEY_AREA_WORDS,
  KEY_AREAS,
  KEY_LEVEL_WORDS,
  KEY_LEVELS,
  type KeyScopes,
} from '../../../../schema/platform/api-keys/scopes.ts'
import type { ResponseOf } from '../../../lib/rest.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { apiKeyKeys } from './api.ts'
import classes from './api-keys.module.css'

type Made = ResponseOf<typeof createApiKey>

interface CreateKeyDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks for a name, then shows the key this one time. */
export const CreateKeyDialog = ({ opened, onClose }: CreateKeyDialogProps) => {
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? `API key ${made.name}` : 'Create API key'}
      // A click beside the dialog would lose the key.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {opened && (made ? <NewKey made={made} onDone={close} /> : <NameForm onClose={close} onMade={setMade} />)}
    </Dialog>
  )
}

const NOTHING: KeyScopes = {
  REQUESTS: 'NONE',
  VENDORS: 'NONE',
  PAYMENTS: 'NONE',
  PLANNING: 'NONE',
  DOCUMENTS: 'NONE',
  COMPANY: 'NONE',
}
const LEVELS = KEY_LEVELS.map((value) => ({ value, label: KEY_LEVEL_WORDS[value] }))
const DAYS = KEY_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))

const NameForm = ({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) => {
  const { form, submit, isPending } = useEndpointForm(createApiKey, {
    initial: { name: '', scopes: NOTHING, days: String(USUAL_KEY_DAYS) },
    toBody: ({ days, ...values }) => ({ ...values, days: Number(days) as (typeof KEY_DAYS)[number] }),
    nodeOf: (field) => (field === 'scopes' ? document.getElementById('key-scopes') : null),
    invalidates: [apiKeyKeys.all],
    onSuccess: onMade,
  })
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Name"
        description="What the key is for. Letters, digits and hyphens, at most 32."
        placeholder="erp-sync"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Input.Wrapper
        label="What it opens"
        description="A key never has more rights than you. Give it only what its program needs."
        error={form.errors.scopes}
        mt="md"
        id="key-scopes"
        role="group"
        tabIndex={-1}
        aria-label="What it opens"
      >
        <div className={classes.scopes}>
          {KEY_AREAS.map((area) => (
            <OptionSelect
              key={area}
              label={KEY_AREA_WORDS[area]}
              required
              options={LEVELS}
              {...form.getInputProps(`scopes.${area}`)}
            />
          ))}
        </div>
      </Input.Wrapper>
      <Box mt="md">
        <OptionSelect
          label="Works for"
          description="All admins get an email two weeks before it expires."
          required
          options={DAYS}
          {...form.getInputProps('days')}
        />
      </Box>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Create API key
        </Button>
      </Group>
    </form>
  )
}

const NewKey = ({ made, onDone }: { made: Made; onDone: () => void }) => (
  <>
    <Alert color="yellow" title="Copy the key now">
      You won’t be able to see it again. Anyone who has it can call the API within what it opens, so keep it like a
      password. It works until <DateText instant={made.expiresAt} />.
    </Alert>
    <div className={classes.made}>
      <TextInput
        label="Key"
        readOnly
        value={made.key}
        classNames={{ input: classes.key ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={made.key}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            data-autofocus
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? 'Copied' : 'Copy key'}</span>
          </Button>
        )}
      </CopyButton>
    </div>
    <p className={classes.try}>Try it:</p>
    <pre className={classes.code}>
      {`curl -H "Authorization: Bearer ${made.key}" \\\n  ${window.location.origin}/api/current-company`}
    </pre>
    <Group justify="flex-end" mt="lg">
      <Button onClick={onDone}>I have copied the key</Button>
    </Group>
  </>
)
