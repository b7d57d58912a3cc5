import type { Target } from '../terminal/targets.ts';
import type { Segment } from './compose-line.ts';

/** The title of a surface beside others, with its key. */
export interface Title {
	readonly title: string;
	readonly hotkey: string;
	readonly isShown: boolean;
	/** Id of the command that shows the surface. */
	readonly command: string;
}

/** Returns the titles with their keys, the visible one in brackets. */
export function titleSegments(titles: readonly Title[], gap: string): Segment[] {
	return titles.flatMap(({ title, hotkey, isShown, command }, index): Segment[] => {
		const target: Target = { kind: 'command', id: command };
		return [
			{ text: `${index === 0 ? '' : gap}${hotkey}`, token: 'key', target },
			isShown
				? { text: ` [${title}]`, token: 'title', target }
				: { text: ` ${title}`, token: 'faint', target },
		];
	});
}

/** Returns the titles in a short form: others have only their keys. */
export function shortTitleSegments(titles: readonly Title[]): Segment[] {
	return titles.flatMap(({ title, hotkey, isShown, command }, index): Segment[] => [
		{ text: `${index === 0 ? '' : ' '}${hotkey}`, token: 'key', target: { kind: 'command', id: command } },
		...(isShown ? [{ text: ` [${title}]`, token: 'title' } as const] : []),
	]);
}
