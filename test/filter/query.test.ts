import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompletionContext, completionsAt } from '../../source/filter/complete.ts';
import { downloadFields, statusMeanings } from '../../source/filter/download-fields.ts';
import { isNarrowerQuery, matcherOfQuery, queryText, readQuery } from '../../source/filter/query.ts';
import { operators, termText } from '../../source/filter/terms.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { downloadKind } from '../../source/state/downloads/downloads.ts';
import { anyText } from '../any-text.ts';
import { runs } from '../runs.ts';

const now = Date.UTC(2026, 10, 20, 12);
const day = 86_400;
const GiB = 1024 ** 3;

const read = (text: string) => readQuery(text, { fields: downloadFields, nameOf: downloadKind.nameOf, now });

/** Default numbers of a service, which mean that the value is unknown. */
const zeros = {
	speed_down: 0,
	speed_up: 0,
	size: 0,
	hops: 0,
	max_download_speed: 0,
	max_upload_speed: 0,
	ratio: 0,
};

function download(fields: Record<string, unknown>): Download {
	const usual = { infohash: 'a'.repeat(40), progress: 1, status: 'SEEDING', ...zeros };
	return decode(Download, { ...usual, ...fields }).value;
}

const passes = (text: string, fields: Record<string, unknown>) =>
	matcherOfQuery(read(text))?.(download({ name: 'debian-13.iso', ...fields })) ?? true;

/** Returns a moment in UTC, seconds since 1970. */
const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const failing = (url: string) => ({ trackers: [{ url, status: 'Not working' }] });
const tracked = (url: string) => ({ trackers: [{ url }] });

describe('a missing value', () => {
	const unknown = Object.fromEntries(Object.keys(zeros).map((name) => [name, undefined]));
	test.each([
		'availability<1',
		'availability=0',
		'availability!=2',
		'ratio<1',
		'size=0',
		'down=0',
		'hops=0',
		'seeds=0',
		'left=0',
		'is:active',
		'is:idle',
		'is:limited',
		'is:anonymous',
		'is:complete',
		'is:incomplete',
	])('does not match %s, nor its negation', (condition) => {
		expect(passes(condition, unknown)).toBe(false);
		expect(passes(`-${condition}`, unknown)).toBe(false);
		if (condition.startsWith('is:')) expect(passes(condition.replace(':', '!='), unknown)).toBe(false);
	});

	test.each(['progress<50', 'progress=0', 'progress!=7', 'left>=0', 'is:complete', 'is:incomplete'])(
		'does not match %s, nor its negation, if it is the progress',
		(condition) => {
			const odd = { progress: 'half', size: 5 };
			expect(passes(condition, odd)).toBe(false);
			expect(passes(`-${condition}`, odd)).toBe(false);
		},
	);

	test.each(['is:tracker-error', 'is:untracked'])('does not match %s if it is the trackers', (condition) => {
		expect(passes(condition, { trackers: null })).toBe(false);
		expect(passes(`-${condition}`, { trackers: null })).toBe(false);
	});

	test('is irrelevant if one known value decides', () => {
		expect(passes('is:active', { ...unknown, speed_up: 5 })).toBe(true);
		expect(passes('-is:active', { ...unknown, speed_up: 5 })).toBe(false);
		expect(passes('is:incomplete', { ...unknown, progress: 0.5 })).toBe(true);
	});
});

describe('a condition', () => {
	test.each([
		['ratio>2', { ratio: 2.5 }, { ratio: 2 }],
		['ratio>=2', { ratio: 2 }, { ratio: 1.99 }],
		['ratio<0.5', { ratio: 0.4 }, { ratio: 0.5 }],
		['ratio=2.5', { ratio: 2.54 }, { ratio: 2.6 }],
		['ratio!=2', { ratio: 3 }, { ratio: 2.5 }],
		['size>4GiB', { size: 5 * GiB }, { size: 4 * GiB }],
		['size>4g', { size: 5 * GiB }, { size: 4 * GiB }],
		['size<700MB', { size: 699e6 }, { size: 701e6 }],
		['size>1,5GiB', { size: 1.6 * GiB }, { size: 1.4 * GiB }],
		['size:4GiB', { size: 4.7 * GiB }, { size: 5.1 * GiB }],
		['progress<50%', { progress: 0.49 }, { progress: 0.5 }],
		['progress=100', { progress: 1 }, { progress: 0.9999 }],
		['done>=29', { progress: 0.29 }, { progress: 0.28 }],
		['down>1MiB/s', { speed_down: 2 * 1024 ** 2 }, { speed_down: 1000 }],
		['eta<2h', { status: 'DOWNLOADING', progress: 0.5, eta: 3600 }, { eta: 3600 }],
		['added<7d', { time_added: now / 1000 - 6 * day }, { time_added: now / 1000 - 8 * day }],
		['added>30min', { time_added: now / 1000 - 3600 }, { time_added: 0 }],
		['status:seeding', { status: 'SEEDING' }, { status: 'STOPPED' }],
		['status:stop', { status: 'STOPPED_ON_ERROR' }, { status: 'SEEDING' }],
		['status:stopped', { status: 'STOPPED' }, { status: 'STOPPED_ON_ERROR' }],
		['status!=seeding', { status: 'STOPPED' }, { status: 'SEEDING' }],
		['is:complete', { size: 1 }, { size: 1, progress: 0.5 }],
		['is:act', { speed_up: 1 }, { speed_up: 0 }],
		['is:stuck', { status: 'DOWNLOADING', progress: 0.5 }, { status: 'DOWNLOADING', speed_down: 1 }],
		['is:stalled', { status: 'METADATA', speed_up: 1 }, { status: 'SEEDING' }],
		['is:stal', { status: 'DOWNLOADING', progress: 0.5 }, { status: 'DOWNLOADING' }],
		['state:stalled', { status: 'DOWNLOADING', progress: 0.5 }, { status: 'DOWNLOADING', error: 'x' }],
		['state:err', { status: 'SEEDING', error: 'disk full' }, { status: 'STOPPED' }],
		['is:tracker-error', failing('http://a.example/'), failing('[DHT]')],
		['is:unregistered', { trackers: [{ url: 'udp://a/', status: '', error: 'no' }] }, tracked('udp://a/')],
		['is:untracked', tracked('[PeX]'), tracked('http://a.example/')],
		['tracker:example', { trackers: [{ url: 'http://T.Example/announce' }] }, { trackers: [] }],
		['name~ISO', {}, { name: 'nested' }],
		['name="debian-13.iso"', {}, { name: 'debian-13.iso.part' }],
		['path:films', { destination: '/srv/Films' }, { destination: '/srv' }],
		['error', { error: 'disk full' }, { error: '' }],
		['error~disk', { error: 'Disk full' }, { error: 'no peers' }],
		['-error', { error: '' }, { error: 'disk full' }],
		['not status:seeding', { status: 'STOPPED' }, { status: 'SEEDING' }],
		['not -error', { error: 'x' }, { error: '' }],
		['"two words"', { name: 'has two words' }, { name: 'words two' }],
		['-nested', { name: 'debian' }, { name: 'nested' }],
		['ratio>3 or error', { error: 'x' }, { ratio: 1 }],
		['hash:aaaa', {}, { infohash: 'b'.repeat(40) }],
		['!nested', { name: 'debian' }, { name: 'nested' }],
		['!status:seeding', { status: 'STOPPED' }, { status: 'SEEDING' }],
		['name!~nested', {}, { name: 'nested' }],
		[
			'tracker!~example',
			{ trackers: [{ url: 'http://other/' }] },
			{ trackers: [{ url: 'http://t.example/' }] },
		],
		['name=DEB*.iso', {}, { name: 'debian-13.iso.part' }],
		['name=*13*', {}, { name: 'debian-12.iso' }],
		['name!=*.iso', { name: 'nested' }, {}],
		['tracker=t.example', tracked('http://t.example:80/x'), tracked('http://not.t.example/x')],
		['ratio>3 | error', { error: 'x' }, { ratio: 1 }],
		['added:today', { time_added: at('2026-11-20T00:00') }, { time_added: at('2026-11-19T23:59:59') }],
		['added:yesterday', { time_added: at('2026-11-19T00:00') }, { time_added: at('2026-11-20T00:00') }],
		['added<today', { time_added: at('2026-11-19T23:59:59') }, { time_added: at('2026-11-20T00:00') }],
		['added>2026-01-31', { time_added: at('2026-02-01T00:00') }, { time_added: at('2026-01-31T23:59:59') }],
		['added>=2026-01-31', { time_added: at('2026-01-31T00:00') }, { time_added: at('2026-01-30T23:59:59') }],
		['added<2026-06', { time_added: at('2026-05-31T23:59:59') }, { time_added: at('2026-06-01T00:00') }],
		['added<=2026-06', { time_added: at('2026-06-30T23:59:59') }, { time_added: at('2026-07-01T00:00') }],
		['finished:2026-2', { time_finished: at('2026-02-28T12:00') }, { time_finished: at('2026-03-01T00:00') }],
		['added:2025', { time_added: at('2025-12-31T23:59:59') }, { time_added: at('2026-01-01T00:00') }],
		['added!=2024-02-29', { time_added: at('2024-03-01T00:00') }, { time_added: at('2024-02-29T12:00') }],
		['-added:2026-11', { time_added: at('2026-10-31T23:00') }, { time_added: at('2026-11-01T00:00') }],
	])('%s', (text, yes, no) => {
		expect(read(text)).toMatchObject({ faults: [], hints: [] });
		expect(passes(text, yes)).toBe(true);
		expect(passes(text, no)).toBe(false);
	});

	test('matches only together with all others', () => {
		const text = 'status:seeding ratio>2 size>4GiB tracker:example name~iso added<7d error';
		const all = {
			ratio: 3,
			size: 5 * GiB,
			trackers: [{ url: 'udp://example:1' }],
			time_added: now / 1000 - day,
			error: 'odd',
		};
		expect(read(text)).toMatchObject({ faults: [], hints: [] });
		expect(passes(text, all)).toBe(true);
		for (const without of [{ ratio: 1 }, { size: 1 }, { trackers: [] }, { time_added: 1 }, { error: '' }]) {
			expect(passes(text, { ...all, ...without })).toBe(false);
		}
	});

	test('on an unknown value is neither more nor less', () => {
		for (const text of [
			'eta<1h',
			'eta>1h',
			'eta!=1h',
			'added<1d',
			'added>1d',
			'added<2026-01',
			'added>2026-01',
			'added!=today',
			'connected>0',
			'connected<1',
		]) {
			expect(passes(text, {})).toBe(false);
		}
	});
});

describe('an invalid condition', () => {
	const ageExample = 'as in added<7d, added:2026-11';
	const valuesOf = (name: string) => {
		const field = downloadFields.find((each) => each.name === name);
		return field?.kind === 'choice' ? Object.keys(field.values) : [];
	};
	test.each([
		['size>much', termText.invalidNumber('much', 'size', 'as in size>4GiB')],
		['added:2026-13', termText.invalidAge('2026-13', 'added', ageExample)],
		['added:2026-02-30', termText.invalidAge('2026-02-30', 'added', ageExample)],
		['size>2026-01', termText.invalidNumber('2026-01', 'size', 'as in size>4GiB')],
		['added<7x', termText.invalidAge('7x', 'added', ageExample)],
		['sise>4GiB', queryText.noField('sise')],
		['is:fast', termText.invalidChoice('fast', valuesOf('is'))],
		['name>3', termText.wrongOperator('name', '>', operators.text)],
		['or error', queryText.misplacedOr],
		['a or or b', queryText.misplacedOr],
	])('%s is reported and ignored', (text, fault) => {
		const query = read(text);
		expect(query.faults).toEqual([fault]);
		expect(passes(text.replace(/ ?(or )?(error|a|b)$/, ''), { ratio: 1 })).toBe(true);
	});

	test('of accidentally pasted text is reported, and the first conditions apply', () => {
		const pasted = `${'a '.repeat(4_000)}zz`;
		expect(read(pasted).faults).toEqual([queryText.tooMany]);
		expect(read(pasted).groups.flat()).toHaveLength(60);
		expect(passes(pasted, { name: 'a' })).toBe(true);
		expect(read('zz or '.repeat(2_700)).groups).toHaveLength(60);
		expect(read(`${'a '.repeat(60)}`).faults).toEqual([]);
	});

	test('with a colon in a name is searched as text and reported', () => {
		expect(read('Re:Zero').faults).toEqual([queryText.searched('Re')]);
		expect(passes('Re:Zero', { name: 'Re:ZERO - 01' })).toBe(true);
		expect(passes('Re:Zero', {})).toBe(false);
	});

	test('with an unknown status is reported with the known ones, and still applies', () => {
		const known = valuesOf('status');
		expect(known).toEqual(expect.arrayContaining(['seeding', 'downloading', 'queued']));
		expect(read('status:xyz').faults).toEqual([termText.unknownChoice('xyz', 'status', known)]);
		expect(passes('status:xyz', { status: 'SEEDING' })).toBe(false);
		// A service may have statuses that are unknown here.
		expect(passes('status:xyz', { status: 'XYZ_ONE' })).toBe(true);
		for (const text of ['status:s', 'status:Seeding', 'status!=stopped', 'status:queued']) {
			expect(read(text).faults).toEqual([]);
		}
	});

	test('that is still being typed is no fault, and is ignored so far', () => {
		for (const text of [
			'size>',
			'added<7',
			'added>2026-',
			'added>2026-1-',
			'added>2026-01-0',
			'status:',
			'error or',
			'not',
			'"two wor',
		]) {
			const query = read(text);
			expect(query.faults).toEqual([]);
			expect(query.hints).toHaveLength(1);
		}
		expect(passes('size> added<7 status: not', {})).toBe(true);
	});
});

/** Texts that resemble filters, and texts that do not. */
const parts = fc.constantFrom(
	...['status', 'size', 'added', 'is', 'tracker', 'error', 'or', 'not', 'name', 'foo', 'Σας', '数据', '👩‍👧'],
	...[':', '=', '!=', '~', '<', '<=', '>', '>=', '-', '"', ' ', '  '],
	...['!', '!~', '*', '|', 'today', '2026', '2026-1', '2026-11-20'],
	...['seeding', 'comp', '4', '4GiB', '7d', '50%', '1.5', '1,', '/s'],
);
const texts = fc.oneof(
	fc.array(parts, { maxLength: 10 }).map((some) => some.join('')),
	anyText({ maxLength: 30 }),
);

const known: CompletionContext<Download> = {
	fields: downloadFields,
	valuesOf: (field) =>
		field === 'status'
			? [{ value: 'seeding', count: 3 }]
			: field === 'destination'
				? [
						{ value: '/srv/my films', count: 2 },
						{ value: '/srv/"odd"', count: 1 },
					]
				: [],
	now,
	saved: [{ name: 'old', filter: 'added>30d -error' }],
};

describe('a pattern', () => {
	test('takes linear time even in the worst case', () => {
		const name = 'a'.repeat(5_000);
		for (let round = 0; round < 10; round++)
			expect(passes(`name=${'*a'.repeat(200)}*b`, { name })).toBe(false);
	});

	test('matches the same as a regular expression', () => {
		const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 8 }).map((some) => some.join(''));
		const names = fc
			.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 10 })
			.map((some) => some.join(''));
		fc.assert(
			fc.property(letters, names, (pattern, name) => {
				fc.pre(pattern !== '');
				const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
				expect(passes(`name="${pattern}"`, { name })).toBe(expression.test(name));
			}),
			{ numRuns: runs(200) },
		);
	});
});

describe('any text', () => {
	test('is parsed and matched without an exception', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const query = read(text);
				matcherOfQuery(query)?.(download({ name: 'x' }));
				expect(query.words.every((word) => word !== '')).toBe(true);
			}),
			{ numRuns: runs(300) },
		);
	});

	test('can be completed at any position, with valid offers', () => {
		fc.assert(
			fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (text, where) => {
				const place = Math.round(where * text.length);
				const { from, to, offers } = completionsAt(text, place, known);
				expect(from).toBeLessThanOrEqual(place);
				expect(to).toBeGreaterThanOrEqual(place);
				// An incomplete condition under the cursor is no fault yet. It may become one when the cursor leaves
				// it.
				const parts = text.split(/\s+/).length;
				for (const offer of offers) {
					expect(read(offer.text).faults).toEqual([]);
					const after = text.slice(0, from) + offer.text + text.slice(to);
					if (offer.text !== 'or') expect(read(after).faults.length).toBeLessThanOrEqual(parts + 1);
				}
			}),
			{ numRuns: runs(60) },
		);
	});

	test.each(['', 'ratio', 'ratio or size>2', 'not ratio or "a b" -is', 'or', 'ratio or \0'])(
		"'%s' is as narrow as itself",
		(text) => expect(isNarrowerQuery(read(text), read(text))).toBe(true),
	);

	test('that narrows another one matches no additional row', () => {
		const rows = [
			download({ name: 'debian Σας', size: 5 * GiB, ratio: 3, error: 'x' }),
			download({ name: 'foo 数据', status: 'STOPPED', size: 100, time_added: now / 1000 - day }),
			download({ name: 'status seeding', size: 4 * GiB, trackers: [{ url: 'http://foo/4' }] }),
			download({ name: 'error 4GiB -', progress: 0.5, time_added: now / 1000 - 30 * day }),
		];
		fc.assert(
			fc.property(texts, texts, (one, more) => {
				for (const other of [more, one + more, `${one} ${more}`]) {
					const [narrow, wide] = [read(other), read(one)];
					if (!isNarrowerQuery(narrow, wide)) continue;
					const [inner, outer] = [matcherOfQuery(narrow), matcherOfQuery(wide)];
					for (const row of rows) if (inner?.(row) ?? true) expect(outer?.(row) ?? true).toBe(true);
				}
			}),
			{ numRuns: runs(300) },
		);
	});
});

describe('completion', () => {
	const offered = (text: string, place = text.length) =>
		completionsAt(text, place, known).offers.map((offer) => offer.text);

	test('offers saved filters, present statuses, and every field', () => {
		const all = offered('');
		expect(all.slice(0, 2)).toEqual(['added>30d -error', 'status:seeding']);
		for (const { name } of downloadFields) expect(all.some((text) => text.startsWith(name))).toBe(true);
	});

	test('leads from a prefix to a field, to its value, to its unit', () => {
		expect(offered('si')).toContain('size>');
		expect(offered('size>')).toEqual(['size>4GiB']);
		expect(offered('size>7')[0]).toBe('size>7GiB');
		expect(offered('size>7m')).toEqual(['size>7MiB', 'size>7MB']);
		expect(offered('size>7MiB')).toEqual([]);
		expect(offered('-error st')).toContain('status:');
		expect(offered('status:s')).toEqual(['status:seeding', 'status:stopped', 'status:stopped_on_error']);
		expect(offered('seed')).toEqual(['seeds>', 'status:seeding', 'state:seeding']);
		expect(offered('path:film')).toEqual(['path:"/srv/my films"']);
		expect(offered('-err')).toEqual(['error', 'error~', 'state:error']);
	});

	test('offers nothing after a field that takes no value', () => {
		for (const text of ['status!~s', 'status>s', 'size~4', 'size!~4', 'path>film'])
			expect(offered(text)).toEqual([]);
		expect(offered('status!=s')).toContain('status!=seeding');
	});

	test('offers dates beside ages', () => {
		expect(offered('add')).toEqual(['added<']);
		expect(offered('added<')).toEqual([
			'added<7d',
			...['added<today', 'added<yesterday', 'added<2026-11', 'added<2026-11-20', 'added<2026'],
		]);
		expect(offered('added:to')).toEqual(['added:today']);
		expect(offered('finished>2026-')).toEqual(['finished>2026-11', 'finished>2026-11-20']);
		expect(completionsAt('add', 3, known).offers[0]?.about).toBe(
			'age or date, as in added<7d, added:2026-11',
		);
		expect(offered('eta<to')).toEqual([]);
	});

	test('applies to the part under the cursor', () => {
		expect(completionsAt('st ratio>2', 2, known)).toMatchObject({ from: 0, to: 2 });
		expect(offered('st ratio>2', 2)).toContain('status:');
	});

	test('states the number of matches', () => {
		expect(completionsAt('status:', 7, known).offers[0]).toEqual({
			text: 'status:seeding',
			about: statusMeanings.SEEDING,
			count: 3,
		});
	});
});
