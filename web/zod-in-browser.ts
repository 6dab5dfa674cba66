import type { Plugin } from 'vite'

/** Each line that lets a schema describe itself, and the two methods that use it. */
const DESCRIBES = /^.*\bprocessJSONSchema = .*$/gm
const METHODS = 'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'

/**
 * Removes the code by which zod schemas describe themselves as JSON Schema from the browser's build, about 5 KB of
 * every first load. Only the Worker's OpenAPI document needs it.
 */
export const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler(code) {
      const silent = code.replace(DESCRIBES, '')
      if (silent === code || !code.includes(METHODS)) this.error('zod is written differently: look here again')
      const stubs = 'const createStandardJSONSchemaMethod = () => {}, createToJSONSchemaMethod = () => () => {};'
      return { code: silent.replace(METHODS, stubs), map: null }
    },
  },
})
