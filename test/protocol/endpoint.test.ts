import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadStatuses, statusCode } from '../../source/protocol/download-status.ts';
import { endpointsOf, fillPath } from '../../source/protocol/endpoint.ts';
import { endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import { anyText } from '../any-text.ts';

describe('fillPath', () => {
	test('encodes parameters', () => {
		expect(fillPath('/a/{x}/b/{y}', { x: 'http://f/?q=1#h', y: 'ü 7' })).toBe(
			'/a/http%3A%2F%2Ff%2F%3Fq%3D1%23h/b/%C3%BC%207',
		);
		expect(fillPath('/a', {})).toBe('/a');
	});

	test.each<Record<string, string>>([{}, { x: '' }, { x: '.' }, { x: '..' }])(
		'reports %j as a programming error',
		(params) => {
			expect(() => fillPath('/a/{x}/b', params)).toThrow(TypeError);
		},
	);

	test('confines any text to its part of the path', () => {
		const parameter = anyText({ minLength: 1 }).filter((text) => text !== '.' && text !== '..');
		fc.assert(
			fc.property(parameter, (text) => {
				const { pathname, search, hash } = new URL(`http://h${fillPath('/a/{x}/b', { x: text })}`);
				expect(pathname.split('/')).toHaveLength(4);
				expect(pathname).toMatch(/^\/a\/.+\/b$/);
				expect(search + hash).toBe('');
				expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(
					text.replace(/\p{Surrogate}/gu, '\ufffd'),
				);
			}),
		);
	});
});

describe('the endpoint table', () => {
	test('has no two entries for one method and path', () => {
		const all = endpointNames.map((name) => `${endpoints[name].method} ${endpoints[name].path}`);
		expect(all.length).toBeGreaterThan(7);
		expect(new Set(all).size).toBe(all.length);
	});

	test.each(endpointNames)('%s has a description', (name) => {
		const { path, summary, statuses, resource } = endpoints[name];
		expect(path).toMatch(/^(\/([a-z_]+|\{\w+\}))+$/);
		expect(summary).toMatch(/^[A-Z].*\.$/);
		expect(resource).not.toBe('');
		for (const status of Object.keys(statuses)) expect(Number(status)).toBeGreaterThanOrEqual(400);
	});

	test('has empty fields for omitted declarations', () => {
		const least = endpointsOf({ resource: 'x', generations: 'AB' })('GET', '/x', { summary: 'X.' });
		expect(least).toMatchObject({ resource: 'x', generations: 'AB', content: 'json', statuses: {} });
		expect(least.extension).toBe(false);
		expect(least.query).toMatchObject({ type: 'object' });
	});

	test('has the parts that endpoints share, unless an endpoint has its own', () => {
		const needs = { extension: 'labels' } as const;
		const shared = endpointsOf({ resource: 'x', generations: 'A', extension: true, needs });
		const own = shared('GET', '/x', { summary: 'X.', generations: 'B' });
		expect(own).toMatchObject({ resource: 'x', generations: 'B', extension: true, needs });
	});
});

test('status codes are those of releases', () => {
	expect(downloadStatuses.map(statusCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
	expect(statusCode('STOPPED_ON_ERROR')).toBe(6);
	expect(statusCode('CIRCUITS')).toBe(8);
});
