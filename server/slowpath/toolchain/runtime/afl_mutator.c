/*
 * A custom mutator of AFL++ that makes nothing itself: it asks the process that started afl-fuzz.
 *
 * Theory of operation. The environment variable SLOWPATH_MUTATOR names a connected stream socket that afl-fuzz inherited.
 * A request is four numbers of 32 bits (magic, length of the parent, how many children are wanted, their largest length)
 * and the parent's bytes; a parent that was sent before has the length SAME and no bytes. The answer is, for each
 * child, its length and its bytes; a length of 0 is a child that couldn't be made, which afl-fuzz passes over. Children
 * are asked for in batches, since afl-fuzz mutates one parent hundreds of times; what is left of a batch when the parent
 * changes is thrown away. Those of long parents come one by one, since a batch that doesn't fit into the socket would
 * hold up who writes it until afl-fuzz has run most of it. When the socket ends, so does afl-fuzz.
 *
 * The interface is that of AFL++'s docs/custom_mutators.md; nothing of afl-fuzz's own state is touched, so that one source
 * serves all its versions.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MAGIC 0x534c4f57u
#define SAME 0xffffffffu
#define BATCH 16u
#define LONG_PARENT 8192u

typedef struct {
  int channel;
  unsigned char *parent;
  size_t parent_size, parent_room;
  unsigned char *child;
  size_t child_room;
  unsigned left;
  int sent;
} Mutator;

static void give_up(Mutator *mutator) {
  mutator->channel = -1;
  kill(getpid(), SIGTERM);
}

static int write_all(int channel, const void *from, size_t size) {
  const unsigned char *at = from;
  while (size) {
    ssize_t done = write(channel, at, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 0;
    at += done;
    size -= (size_t)done;
  }
  return 1;
}

static int read_all(int channel, void *into, size_t size) {
  unsigned char *at = into;
  while (size) {
    ssize_t done = read(channel, at, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 0;
    at += done;
    size -= (size_t)done;
  }
  return 1;
}

static int make_room(unsigned char **buffer, size_t *room, size_t size) {
  if (size <= *room) return 1;
  unsigned char *larger = realloc(*buffer, size);
  if (!larger) return 0;
  *buffer = larger;
  *room = size;
  return 1;
}

void *afl_custom_init(void *afl, unsigned int seed) {
  (void)afl;
  (void)seed;
  const char *named = getenv("SLOWPATH_MUTATOR");
  Mutator *mutator = calloc(1, sizeof *mutator);
  if (!mutator || !named) return NULL;
  mutator->channel = atoi(named);
  fcntl(mutator->channel, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  return mutator;
}

/* Its being there says that afl-fuzz needn't look for an input to splice with. */
void afl_custom_splice_optout(void *data) { (void)data; }

static int ask(Mutator *mutator, const unsigned char *parent, size_t size, size_t most) {
  int same = mutator->sent && size == mutator->parent_size && !memcmp(parent, mutator->parent, size);
  if (same && mutator->left) return 1;
  while (mutator->left) {
    uint32_t length;
    mutator->left--;
    if (!read_all(mutator->channel, &length, sizeof length)) return 0;
    if (!make_room(&mutator->child, &mutator->child_room, length)) return 0;
    if (!read_all(mutator->channel, mutator->child, length)) return 0;
  }
  unsigned wanted = size > LONG_PARENT ? 1 : BATCH;
  uint32_t request[4] = {MAGIC, same ? SAME : (uint32_t)size, wanted, (uint32_t)most};
  if (!write_all(mutator->channel, request, sizeof request)) return 0;
  if (!same) {
    if (!write_all(mutator->channel, parent, size)) return 0;
    if (!make_room(&mutator->parent, &mutator->parent_room, size)) return 0;
    memcpy(mutator->parent, parent, size);
    mutator->parent_size = size;
    mutator->sent = 1;
  }
  mutator->left = wanted;
  return 1;
}

size_t afl_custom_fuzz(void *data, unsigned char *buffer, size_t size, unsigned char **out, unsigned char *other,
                       size_t other_size, size_t most) {
  Mutator *mutator = data;
  uint32_t length = 0;
  (void)other;
  (void)other_size;
  *out = buffer;
  if (!mutator || mutator->channel < 0) return 0;
  if (!ask(mutator, buffer, size, most)) {
    give_up(mutator);
    return 0;
  }
  mutator->left--;
  if (!read_all(mutator->channel, &length, sizeof length) ||
      !make_room(&mutator->child, &mutator->child_room, length ? length : 1) ||
      !read_all(mutator->channel, mutator->child, length)) {
    give_up(mutator);
    return 0;
  }
  *out = mutator->child;
  return length <= most ? length : 0;
}

void afl_custom_deinit(void *data) {
  Mutator *mutator = data;
  if (!mutator) return;
  free(mutator->parent);
  free(mutator->child);
  free(mutator);
}
