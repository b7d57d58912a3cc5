import { sentence } from '../../format/sentence.ts';

/** Why something failed, and what to do next, where anybody says that: 'No answer within 30 s. Try again.' */
export function errorText({ message, hint }: { readonly message: string; readonly hint: string }): string {
	return `${sentence(message)} ${hint}`.trim();
}
