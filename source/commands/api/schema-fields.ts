import { isFields } from '../../basics/fields.ts';

/** A field of a schema as text. */
export interface Field {
	readonly name: string;
	/** 'integer', 'list of integer', 'one of resume, stop, recheck'. */
	readonly kind: string;
	readonly required: boolean;
	readonly description: string;
}

/** Returns the fields of an object's schema, or of the objects in a list. */
export function fieldsOf(schema: unknown): Field[] {
	if (!isFields(schema)) return [];
	if (schema.type === 'array') return fieldsOf(schema.items);
	if (!isFields(schema.properties)) return [];
	const required = Array.isArray(schema.required) ? schema.required : [];
	return Object.entries(schema.properties).map(([name, field]) => ({
		name,
		kind: kindOf(field),
		required: required.includes(name),
		description: isFields(field) && typeof field.description === 'string' ? field.description : '',
	}));
}

export function isList(schema: unknown): boolean {
	return isFields(schema) && schema.type === 'array';
}

function kindOf(schema: unknown): string {
	if (!isFields(schema)) return 'anything';
	if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
	if (schema.type === 'array') return `list of ${kindOf(schema.items)}`;
	if (Array.isArray(schema.anyOf)) return schema.anyOf.map(kindOf).join(' or ');
	const kind = typeof schema.type === 'string' ? schema.type : 'anything';
	return typeof schema.minimum === 'number' ? `${kind} of ${schema.minimum} or more` : kind;
}
