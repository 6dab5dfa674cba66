/** @jsxImportSource hono/jsx */

import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import type { SignOnNews } from '../../../core/sent/sign-in-news.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ring } from '../bell/index.ts'
import { ADMINS } from '../members/index.ts'
import { MailLayout, Paragraph } from '../notifications/index.ts'
import { requirementOf } from '../session/index.ts'
import { domainOf, recordOf } from './domains.ts'
import { samlRowOf } from './saml/connection.ts'

/** Warnings about how people log in, to all admins. As they can keep a whole company out, no one can turn them off. */

interface Words {
  title: string
  /** What it means and what to do. */
  text: string
}

const certificate = async (
  context: SystemContext,
  companyId: string,
  { endsAt, stage }: Extract<SignOnNews, { what: 'CERTIFICATE' }>,
): Promise<Words> => {
  const day = dayText(utcDayOf(endsAt))
  const url = (await samlRowOf(context, companyId))?.metadataUrl
  const then = url
    ? 'Outlay reads the new one from your provider’s metadata within a day.'
    : 'Then upload your provider’s new metadata file to Outlay.'
  if (stage === 'OVER')
    return {
      title: 'The certificate of your SAML provider has ended',
      text: `It ended on ${day}. No one can log in with SAML until you renew it at your provider. ${then}`,
    }
  return {
    title: `The certificate of your SAML provider ends ${stage === 'WEEK' ? 'within a week' : 'soon'}`,
    text: `It ends on ${day}. After that no one can log in with SAML. Renew it at your provider before. ${then}`,
  }
}

const domainWords = async (
  context: SystemContext,
  companyId: string,
  { what, domain }: Extract<SignOnNews, { domain: string }>,
): Promise<Words> => {
  if (what === 'DOMAIN_FOUND')
    return {
      title: `The DNS record of ${domain} is there again`,
      text: `The domain still counts as yours. There’s nothing to do.`,
    }
  const row = await domainOf(context, companyId, domain)
  const record = row ? ` ${recordOf(row)}` : ''
  if (what === 'DOMAIN_LOST')
    return {
      title: `${domain} no longer counts as your login domain`,
      text: `Its DNS record was missing for three days. People with addresses there log in as those of other domains, and no login method is required of them. To prove it again, add the record and check the domain under Integrations.${record}`,
    }
  return {
    title: `The DNS record of ${domain} is missing`,
    text: `It proves that the domain is yours. If it isn’t back within three days, the domain no longer counts: your provider then can’t add or newly link people with addresses there, and no login method is required of them.${record}`,
  }
}

const wordsOf = async (context: SystemContext, companyId: string, news: SignOnNews): Promise<Words> => {
  if (news.what === 'CERTIFICATE') return certificate(context, companyId, news)
  if ('domain' in news) return domainWords(context, companyId, news)
  if (news.what === 'STOPPED')
    return {
      title: `${METHOD_WORDS[news.method]} is no longer required`,
      text: `${news.by} stopped requiring it. People may log in again with an email link and the other methods that your company allows. If that wasn’t meant, require it again under Integrations.`,
    }
  const name = METHOD_WORDS[news.kind]
  if (news.what === 'WORKS')
    return { title: `${name} works again`, text: 'It answered as it should. There’s nothing to do.' }
  return news.kind === 'OKTA'
    ? {
        title: 'Logging in with Okta fails',
        text: `It failed three times in a row: ${news.why} Check the app in Okta, its client secret, and what you entered in Outlay.`,
      }
    : {
        title: 'The metadata of your SAML provider can’t be read',
        text: `Outlay tried three times in a row: ${news.why} People still log in with what Outlay knows, until your provider changes its certificate. Check the address of the metadata, or upload the file.`,
      }
}

/** Where logging in fails and is required, who can still come in. */
const wayIn = async (context: SystemContext, companyId: string, news: SignOnNews): Promise<string> => {
  const kind = news.what === 'FAILING' ? news.kind : news.what === 'CERTIFICATE' ? 'OKTA_SAML' : null
  if (kind === null || (await requirementOf(context, companyId))?.method !== kind) return ''
  return ` Your company requires ${METHOD_WORDS[kind]}. Your break-glass admins can log in with an email link and their passkey, and stop requiring it.`
}

export const mailWarning: OutboxHandler<'sign-on.warning', SystemContext> =
  async (context) =>
  async ({ id, companyId, createdAt: at, payload: news }) => {
    const { env, db } = context
    const { title, text: what } = await wordsOf(context, companyId, news)
    const text = `${what}${await wayIn(context, companyId, news)}`
    const path = '/settings/integrations'
    const admins = await db.all(db.sql(ADMINS, companyId))
    await ring(
      db,
      admins.map(({ id: userId }) => ({
        key: id,
        companyId,
        userId,
        at,
        kind: 'SIGN_ON',
        target: null,
        title,
        path,
        sentence: text,
      })),
    )
    const url = `${env.OUTLAY_ORIGIN}${path}`
    const html = String(
      <MailLayout
        title={title}
        preview={text}
        action={{ label: 'Open integrations', url }}
        footer="You got this email because you’re an admin of your company in Outlay. Warnings about logging in can’t be turned off."
      >
        <Paragraph>{text}</Paragraph>
      </MailLayout>,
    )
    for (const { id: userId, email } of admins)
      await sendMail(
        env,
        { to: email, subject: title, html: `<!doctype html>${html}`, text: `${text}\n\n${url}\n` },
        `${id}:${userId}`,
        id,
      )
  }
