import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { State } from '../../../state/core/state.ts';
import { textDialog } from './text-dialog.tsx';

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'core-exception': { readonly kind: 'core-exception'; readonly scroll: number };
	}
}

export const coreExceptionText = {
	title: 'Exception of the service',
	none: 'The service reports no exception.',
} as const;

/** Returns the last exception of the core; '' for none. Untrusted. */
export function coreException({ connection: { core } }: Pick<State, 'connection'>): string {
	return core?.last_exception?.trim() ?? '';
}

/** The last exception of the core in full, as last reported. */
export const coreExceptionDialog = textDialog('core-exception', {
	title: coreExceptionText.title,
	columns: 100,
	text: (_, state) => withoutSecrets(coreException(state) || coreExceptionText.none),
	closeKeys: ['escape', 'q', 'enter'],
});
