import { expect, it } from 'vitest';
import { createMemoryBudgets } from '../../../src/runtime/uploads/memory-budget.js';

const LIMITS = { bytes: 100, bytesPerAddress: 40 };

it('An address takes its share of the memory of uploads, an IPv6 address that of its /64', () => {
  const find = createMemoryBudgets(LIMITS);
  expect(find('2001:db8::1').take(40)).toBe(true);
  expect(find('2001:db8::2').take(1)).toBe(false);
  expect(find('2001:db8:0:1::1').take(40)).toBe(true);
  find('2001:db8::1').giveBack(1);
  expect(find('2001:db8::2').take(1)).toBe(true);
});

it('All addresses together take no more memory for uploads than there is', () => {
  const find = createMemoryBudgets(LIMITS);
  expect(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => find(address).take(40))).toEqual([
    true,
    true,
    false,
  ]);
  expect(find('10.0.0.3').take(20)).toBe(true);
});

it('Callers whose address nobody knows have no share of their own', () => {
  const find = createMemoryBudgets(LIMITS);
  expect(find('').take(100)).toBe(true);
  expect(find('').take(1)).toBe(false);
});
