import type { Plugin } from 'vite'

/** Each line by which a schema learns to describe itself, and the two methods that would ask it to. */
const DESCRIBES = /^.*\bprocessJSONSchema = .*$/gm
const METHODS = 'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'

/**
 * Leaves out of the browser's zod how schemas describe themselves as JSON Schema, about 5 KB of every first load:
 * only the Worker's OpenAPI document asks for that.
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
