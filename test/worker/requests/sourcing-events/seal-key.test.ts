import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { unseal } from '../../../../worker/core/vault.ts'
import { decryptText, ofBase64 } from '../../../../worker/objects/sourcing-seal/cipher.ts'
import { sealOf } from '../../../../worker/objects/sourcing-seal/client.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { bidOf, makeEventScene } from '../../../support/worker/sourcing-events.ts'

const SECRET = 'our-secret-remark'

it('the object keeps its key encrypted: nothing it keeps opens a bid, and the key opens it with the Worker’s only', async () => {
  const scene = await makeEventScene()
  const { company, eventId, first } = scene
  await scene.submit(first, bidOf(120_000, { remark: SECRET }))
  const [row] = await rows<{ sealed_bid: string }>('SELECT sealed_bid FROM sourcing_bidders WHERE id = ?', first.id)
  const opened = (key: string) =>
    decryptText(ofBase64(key), row?.sealed_bid ?? '', [company.id, eventId, first.id, 'bid'])
  const kept = await runInDurableObject(sealOf(env, company.id, eventId), (_, { storage }) => storage.list())
  const sealedKey = z.object({ key: z.object({ keyId: z.string(), sealed: z.string() }) }).parse(kept.get('seal')).key
  const key = await unseal(env, sealedKey, [company.id, 'sourcing-event', eventId])
  expect(await opened(key)).toContain(SECRET)
  // Base64 of a length that a key can have, wherever it is kept.
  const words = JSON.stringify([...kept]).match(/[\w+/=-]{20,}/g) ?? []
  expect(words).toContain(sealedKey.sealed)
  expect(JSON.stringify([...kept])).not.toContain(key)
  for (const word of words)
    await expect(Promise.resolve(word).then(opened), word).rejects.toThrow(
      /Imported AES key length|Decryption failed|[Ii]nvalid/,
    )
})
