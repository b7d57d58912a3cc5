import { oneLine } from '../../format/one-line.ts';
import type { State } from '../../state/core/state.ts';
import type { Store } from '../../state/core/store.ts';

/** Differences to the last reading. */
interface Changes {
	readonly removed: readonly unknown[];
	readonly changed: readonly unknown[];
	readonly added: readonly unknown[];
	readonly faults: readonly string[];
}

/** Interval of readings while a list of the services is open, ms. */
const REREAD_INTERVAL_MS = 2_000;
/** Maximum length of the reason for a failed reading. */
const MAX_REASON = 300;

/**
 * Reads the contexts again when the overview, the chooser or the palette opens, and repeatedly while it is open.
 * `store`: of the shown service. Each fault is reported once. Returns the function that ends it.
 */
export function followContexts<Changed extends Changes>(
	store: Store,
	reread: (() => Promise<Changed>) | undefined,
	change: (changes: Changed) => void,
): () => void {
	if (!reread) return () => {};
	let timer: NodeJS.Timeout | undefined;
	let isReading = false;
	let isEnded = false;
	const reported = new Set<string>();
	const report = (text: string) => {
		if (reported.has(text)) return;
		reported.add(text);
		store.dispatch({ type: 'mention', news: { level: 'warning', text }, at: Date.now() });
	};
	const read = async () => {
		if (isReading) return;
		isReading = true;
		try {
			const changes = await reread();
			if (isEnded) return;
			if (changes.removed.length + changes.changed.length + changes.added.length > 0) change(changes);
			for (const fault of changes.faults) report(fault);
		} catch (error) {
			report(
				oneLine(`Cannot read the contexts: ${error instanceof Error ? error.message : error}`, MAX_REASON),
			);
		} finally {
			isReading = false;
		}
	};
	const stop = () => {
		clearInterval(timer);
		timer = undefined;
	};
	const unsubscribe = store.subscribe(
		() => {
			if (!listsServices(store.get())) stop();
			else if (!timer) {
				timer = setInterval(() => void read(), REREAD_INTERVAL_MS);
				void read();
			}
		},
		'pane',
		'dialogs',
	);
	return () => {
		isEnded = true;
		unsubscribe();
		stop();
	};
}

function listsServices({ pane, dialogs }: State): boolean {
	return pane === 'services' || dialogs.some(({ kind }) => kind === 'context' || kind === 'palette');
}
