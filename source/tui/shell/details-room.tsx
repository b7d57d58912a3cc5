import { useEffect } from 'react';
import type { Store } from '../../state/core/store.ts';
import { useTerminalSize } from '../terminal/screen-size.ts';
import { openDetails } from './open-details.ts';

/** Follows the size of the screen. It draws nothing. */
export function DetailsRoom({ store }: { readonly store: Store }) {
	const { rows } = useTerminalSize();
	useEffect(() => openDetails(store, rows), [store, rows]);
	return null;
}
