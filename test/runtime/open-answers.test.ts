import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOpenAnswers } from '../../src/runtime/serve/open-answers.js';

function begin(socket: PassThrough): ServerResponse {
  return Object.assign(new EventEmitter(), { req: { socket } }) as unknown as ServerResponse;
}

describe('The answers under way', () => {
  it('are those that have not ended, by connection and in the order of their requests', () => {
    const answers = createOpenAnswers();
    const [one, two] = [new PassThrough(), new PassThrough()];
    const [first, second, third] = [begin(one), begin(one), begin(one)];
    const other = begin(two);
    for (const res of [first, other, second, third]) answers.track(res);
    expect(answers.ofSocket(one)).toEqual([first, second, third]);
    expect(answers.listAll()).toEqual([first, second, third, other]);
    first.emit('close');
    expect(answers.ofSocket(one)).toEqual([second, third]);
    third.emit('close');
    expect(answers.ofSocket(one)).toEqual([second]);
    expect(answers.ofSocket(two)).toEqual([other]);
    second.emit('close');
    other.emit('close');
    expect(answers.listAll()).toEqual([]);
    expect(answers.ofSocket(new PassThrough())).toEqual([]);
  });

  it('go with their connection', async () => {
    const answers = createOpenAnswers();
    const socket = new PassThrough();
    const res = begin(socket);
    answers.track(res);
    socket.destroy();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answers.listAll()).toEqual([]);
    expect(() => res.emit('close')).not.toThrow();
  });
});
