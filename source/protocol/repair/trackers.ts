import { isFields } from '../../shared/fields.ts';

/** A form sends a list under a name with brackets: `urls[]`. */
export function repairUrls(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { 'urls[]': bracketed, ...rest } = body;
	return bracketed === undefined ? rest : { urls: bracketed, ...rest };
}
