import { Alert, Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { type RequiredLogin, saveRequiredLogin } from '../../../../schema/platform/sign-on/required-endpoints.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { GUARDED_KEYS, saidOfGuarded } from '../guarded/index.ts'
import { signOnKeys, testSignOn } from './api.ts'
import classes from './sign-on.module.css'
import { takeTestResult } from './test-result.ts'

const NONE = 'NONE'

/** The login method that people of the company’s domains have to use, once a test of it has worked. */
export const RequiredForm = ({ saved }: { saved: RequiredLogin }) => {
  const [result] = useState(takeTestResult)
  const test = useCommand({ run: (method: ProviderMethod, { commandId }) => testSignOn(method, commandId) })
  const { form, submit, isPending } = useEndpointForm(saveRequiredLogin, {
    initial: { method: saved.method ?? NONE, breakGlassUserIds: saved.breakGlassUserIds },
    toBody: ({ method, breakGlassUserIds }) => ({
      method: method === NONE ? null : (method as ProviderMethod),
      breakGlassUserIds: method === NONE ? [] : breakGlassUserIds,
    }),
    success: (answer) =>
      saidOfGuarded(answer.method ? `${METHOD_WORDS[answer.method]} is required` : 'No method is required')(answer),
    invalidates: [signOnKeys.all, GUARDED_KEYS],
  })
  const { method: chosen } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start">
        {result && (
          <Alert
            color={result.isSound ? 'green' : 'red'}
            variant="light"
            icon={result.isSound ? <IconCheck size={18} /> : <IconAlertCircle size={18} />}
            role={result.isSound ? 'status' : 'alert'}
            w="100%"
          >
            {result.text}
          </Alert>
        )}
        <p className={classes.text}>
          {saved.domains.length === 0
            ? 'A required method holds for addresses in your proven login domains. There are none yet.'
            : `A required method holds for addresses at ${listOf(saved.domains)}. Others log in as before.`}{' '}
          API keys keep working.
        </p>
        <Radio.Group label="Required method" {...form.getInputProps('method')}>
          <Stack gap="xs" mt="xs">
            <Radio value={NONE} label="None" />
            {saved.methods.map(({ method, testedAt }) => (
              <Group key={method} gap="sm" wrap="wrap">
                <Radio value={method} label={METHOD_WORDS[method]} />
                <span className={classes.dim}>
                  {testedAt ? (
                    <>
                      Tested <DateTimeText instant={testedAt} />
                    </>
                  ) : (
                    'Not tested yet'
                  )}
                </span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Test sign-in with ${METHOD_WORDS[method]}`}
                  loading={test.isPending}
                  onClick={() => test.send(method)}
                >
                  Test sign-in
                </Button>
              </Group>
            ))}
          </Stack>
        </Radio.Group>
        {chosen !== NONE && (
          <Checkbox.Group
            label="Break-glass admins"
            description="They may use the email link with a passkey if the provider fails. One to five."
            {...form.getInputProps('breakGlassUserIds')}
          >
            <Stack gap="xs" mt="xs">
              {saved.admins.map(({ id, name, hasPasskey }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={name}
                  description={hasPasskey ? undefined : 'Has no passkey yet'}
                  disabled={!hasPasskey && !form.values.breakGlassUserIds.includes(id)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {chosen !== NONE && chosen !== saved.method && (
          <p className={classes.dim}>Everyone at these domains who is logged in another way is signed out.</p>
        )}
        <Button type="submit" loading={isPending}>
          Save required method
        </Button>
      </Stack>
    </form>
  )
}
