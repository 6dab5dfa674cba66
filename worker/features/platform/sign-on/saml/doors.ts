import type { Context } from 'hono'
import { samlAcsPath, samlMetadataPath } from '../../../../../schema/platform/sign-on/methods.ts'
import { perform } from '../../../../core/operation.ts'
import { readAtMost } from '../../../../core/read-at-most.ts'
import { serviceMetadata } from '../../../../integrations/saml/request.ts'
import type { AppBindings } from '../../../../transport/context.ts'
import { takeSamlAnswer } from './answer.ts'
import { serviceOf } from './connection.ts'

/** A form with an answer, which another site's page posts. */
const MOST_BYTES = 1024 * 1024

export const samlAnswerDoor = {
  path: samlAcsPath(':companyId'),
  handle: async (c: Context<AppBindings>): Promise<Response> => {
    const bytes = await readAtMost(c.req.raw.body, MOST_BYTES)
    const form = new URLSearchParams(new TextDecoder().decode(bytes ?? new Uint8Array()))
    const sent = {
      companyId: c.req.param('companyId') ?? '',
      SAMLResponse: form.get('SAMLResponse') ?? '',
      RelayState: form.get('RelayState') ?? '',
    }
    // A provider is no member: the browser sent no cookies, and what another page posts must not act for anyone.
    const system = { name: 'saml', companyId: sent.companyId, may: ['system.receive-login'] as const }
    const context = { ...c.get('context'), actor: null, vendor: null, guess: null, system }
    const { location } = await perform(takeSamlAnswer, context, sent)
    return c.redirect(location, 303)
  },
}

export const samlMetadataDoor = {
  path: samlMetadataPath(':companyId'),
  handle: async (c: Context<AppBindings>): Promise<Response> => {
    const companyId = c.req.param('companyId') ?? ''
    return c.body(await serviceMetadata(serviceOf(c.get('context'), companyId)), 200, {
      'Content-Type': 'application/samlmetadata+xml; charset=utf-8',
    })
  },
}
