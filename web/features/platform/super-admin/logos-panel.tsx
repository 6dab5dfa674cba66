import { Button, FileButton, Group, Skeleton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LogoVariant, ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { logoProblem, logosQuery, removeLogo, superAdminKeys, uploadLogo } from './api.ts'
import classes from './super-admin.module.css'

/** The logo for light backgrounds and the one for dark ones, as people see them. */
export const LogosPanel = ({ company }: { company: ManagedCompany }) => {
  const { data, error, refetch } = useQuery(logosQuery(company.id))
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} maw="52rem" />
  }
  return (
    <div className={classes.form}>
      <p className={classes.lead}>
        Shown beside Outlay’s logo in the sidebar and on sourcing forms. PNG or JPEG, at most 1 MB. Without a dark one,
        the light one is shown on white.
      </p>
      <div className={classes.logos}>
        <Logo company={company} variant="light" url={data.lightLogoUrl} />
        <Logo company={company} variant="dark" url={data.darkLogoUrl} />
      </div>
    </div>
  )
}

interface LogoProps {
  company: ManagedCompany
  variant: LogoVariant
  url: string | null
}

const TITLES: Record<LogoVariant, string> = { light: 'On light backgrounds', dark: 'On dark backgrounds' }

const Logo = ({ company, variant, url }: LogoProps) => {
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useCommand<File>({
    run: (file, { commandId }) => uploadLogo(company.id, variant, file, commandId),
    success: 'Logo saved',
    invalidates: [superAdminKeys.company(company.id)],
    onError: (error) => {
      const text = logoProblem(error)
      setProblem(text ?? null)
      return text !== undefined
    },
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => removeLogo(company.id, variant, commandId),
    success: 'Logo deleted',
    invalidates: [superAdminKeys.company(company.id)],
  })
  const ask = async () => {
    const agreed = await confirm({
      title: `Delete the logo for ${variant} backgrounds?`,
      text: 'It disappears for everyone in the company. You can upload another one.',
      confirmLabel: 'Delete logo',
      danger: true,
    })
    if (agreed) remove.send(undefined)
  }
  return (
    <section className={classes.logo} aria-label={TITLES[variant]}>
      <h2 className={classes.heading}>{TITLES[variant]}</h2>
      <div className={classes.preview} data-variant={variant}>
        {url ? (
          <img src={url} alt={`${company.name}, ${variant} logo`} />
        ) : (
          <span className={classes.none}>
            <IconPhoto size={20} aria-hidden /> No logo
          </span>
        )}
      </div>
      <Group gap="xs">
        <FileButton
          accept="image/png,image/jpeg"
          onChange={(file) => {
            setProblem(null)
            if (file) upload.send(file)
          }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {url ? 'Replace logo' : 'Upload logo'}
              <span className={classes.unseen}> {TITLES[variant].toLowerCase()}</span>
            </Button>
          )}
        </FileButton>
        {url && (
          <Button variant="subtle" color="red" onClick={() => void ask()} loading={remove.isPending}>
            Delete logo
            <span className={classes.unseen}> {TITLES[variant].toLowerCase()}</span>
          </Button>
        )}
      </Group>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
