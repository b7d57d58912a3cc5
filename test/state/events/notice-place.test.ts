import { describe, expect, test } from 'vitest';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import type { News } from '../../../source/state/events/journal.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { screens } from '../../screens/states.ts';

const listed = screens.downloads as State;
const { now } = listed;
const pane: Message = { type: 'pane', pane: 'events' };
const places: readonly Message[] = [
	pane,
	{ type: 'details', what: { type: 'tab', tab: 'peers' } },
	{ type: 'section', pane: 'debug', section: 'debug-threads' },
];
const noticeAfter = (news: News, ...messages: readonly Message[]) =>
	messages.reduce(update, update(listed, { type: 'news', news, at: now })).journal.notice?.text;

describe('a notice', () => {
	test.each(['info', 'success'] as const)(
		'of the level %s ends with its time, or in another place',
		(level) => {
			const news: News = { level, text: 'done' };
			expect(noticeAfter(news, { type: 'tick', now: now + 1_000 })).toBe('done');
			expect(noticeAfter(news, { type: 'tick', now: now + 10_000 })).toBeUndefined();
			for (const place of places) expect(noticeAfter(news, place)).toBeUndefined();
		},
	);

	test.each(['warning', 'error'] as const)('of the level %s stays in another place', (level) => {
		for (const place of places) expect(noticeAfter({ level, text: 'problem' }, place)).toBe('problem');
	});

	test('with an action stays in another place', () => {
		expect(noticeAfter({ level: 'info', text: 'saved', profile: ['/tmp/one'] }, pane)).toBe('saved');
	});
});
