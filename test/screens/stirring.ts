import type { Download } from '../../source/protocol/resources/download.ts';
import type { Store } from '../../source/state/core/store.ts';
import { namedDownloads } from './named-downloads.ts';
import { names } from './names.ts';
import { presser, type ScreenSize } from './pressing.ts';
import type { Random } from './random.ts';

const keys = [
	...['j', 'k', 'G', 'g', 'down', 'up', 'pagedown', 'pageup', 'home', 'end'],
	...[' ', 'A', 'I', 'o', 'O', 'v', 'enter', 'escape', 'escape', 'escape'],
	...['/', 'a', ':', '?', 'd', 's', 'r', 'c', '1', '2', 'tab', 'backspace', 'left', 'right', 'e', '漢', '👍'],
] as const;

const failure = {
	kind: 'unreachable',
	message: 'Cannot reach the service at 漢字: refused.',
	hint: 'Try again.',
};

/** Returns a function that applies a random event to a cockpit: key, data, news, failure or time. */
export function randomInput(store: Store, random: Random, size: () => ScreenSize): () => void {
	const press = presser(store, size);
	const all = namedDownloads(names);
	let listed: readonly Download[] = store.get().downloads.list;
	let at = 0;
	const arrive = () => {
		// Some downloads change; occasionally some are added or removed.
		const first = random.between(0, all.length - 1);
		const present = random.between(0, 3) > 0 ? listed : all.slice(0, first);
		listed = present.map((download, index) =>
			index % 17 === first % 17 ? { ...download, progress: random.between(0, 100) / 100 } : download,
		);
		const checkpoints = { all_loaded: true, loaded: listed.length, total: listed.length };
		store.dispatch({
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: [...listed], checkpoints },
			at,
		});
	};
	return () => {
		at += 100;
		const kind = random.between(0, 19);
		if (kind < 4) arrive();
		else if (kind === 4) store.dispatch({ type: 'tick', now: at });
		else if (kind === 5)
			store.dispatch({ type: 'news', news: { level: 'error', text: names[at % names.length] ?? '' }, at });
		else if (kind === 6) store.dispatch({ type: 'query-failed', query: 'downloads', failure, at });
		else press(...Array.from({ length: random.between(1, 4) }, () => random.pick(keys)));
	};
}
