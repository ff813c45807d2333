import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { z } from 'zod'

/**
 * Returns the most letters that the contract allows at a path; undefined if there is no text. The
 * schema is the only place with these numbers.
 */
export function maxLengthAt(path: string): number | undefined {
  const found = path
    .split('.')
    .reduce<readonly z.core.$ZodType[]>(
      (schemas, name) => schemas.flatMap((schema) => partsAt(schema, name)),
      [seasonPlanSchema],
    )
  for (const schema of found.flatMap(unwrapped)) {
    if (schema instanceof z.ZodString && schema.maxLength !== null) return schema.maxLength
  }
  return undefined
}

/** Returns the schemas of a part. A union may have several. */
function partsAt(schema: z.core.$ZodType, name: string): readonly z.core.$ZodType[] {
  return unwrapped(schema).flatMap((each) => {
    if (each instanceof z.ZodArray) return [each.element]
    if (!(each instanceof z.ZodObject)) return []
    const part: unknown = Object.hasOwn(each.shape, name) ? each.shape[name] : undefined
    return part instanceof z.ZodType ? [part] : []
  })
}

function unwrapped(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  ) {
    return unwrapped(schema.unwrap())
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapped)
  return [schema]
}
