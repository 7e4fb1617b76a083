// Exceptions for WebAssembly. Code that throws or catches is compiled to WebAssembly's instructions
// for that; this file has the functions that the compiler calls beside these, which the C++ library
// of Debian for WASI lacks. "Itanium C++ ABI: Exception Handling", level II, and the convention of
// LLVM for landing pads of WebAssembly (WasmEHPrepare).
//
// A handler finds exceptions of its class, and of classes derived from it by single inheritance:
// perlane, the standard library and nlohmann_json use no other.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace {

// The header in front of an object that is thrown.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destroy)(void* object);  // destructors return the object, in WebAssembly
  Header* next;  // among those that are being handled
  int handlers;  // below 0: handlers that it is being thrown out of
};

Header* header_of(void* object) noexcept { return static_cast<Header*>(object) - 1; }

Header* handled = nullptr;  // the last of them

// The place where a function was left, and the handler at which it continues. Compiled code writes
// and reads it.
struct LandingPad {
  std::uint32_t index;
  const std::uint8_t* table;
  std::uint32_t selector;
};

constexpr std::uint8_t is_left_out = 0xff;  // DW_EH_PE_omit

std::uint32_t read_unsigned(const std::uint8_t*& at) noexcept {
  std::uint32_t number = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    number |= std::uint32_t{byte & 127u} << shift;
    if (byte < 128) return number;
  }
}

std::int32_t read_signed(const std::uint8_t*& at) noexcept {
  std::uint32_t number = 0;
  for (int shift = 0;;) {
    const std::uint8_t byte = *at++;
    number |= std::uint32_t{byte & 127u} << shift;
    shift += 7;
    if (byte >= 128) continue;
    if ((byte & 64) != 0 && shift < 32) number |= ~std::uint32_t{0} << shift;
    return static_cast<std::int32_t>(number);
  }
}

// "Itanium C++ ABI", 2.9.5: the layout of a class with one base, and the table of its functions.
struct SingleInheritance {
  const void* const* functions;
  const char* name;
  const std::type_info* base;
};
extern "C" const void* const single_inheritance_table[] __asm__(
    "_ZTVN10__cxxabiv120__si_class_type_infoE");

bool catches(const std::type_info& wanted, const std::type_info* thrown) noexcept {
  while (thrown != nullptr) {
    if (*thrown == wanted) return true;
    const auto* derived = reinterpret_cast<const SingleInheritance*>(thrown);
    thrown = derived->functions == single_inheritance_table + 2 ? derived->base : nullptr;
  }
  return false;
}

// The handler of a landing pad that catches such an exception; 0 if there is none.
std::uint32_t select(const LandingPad& pad, const std::type_info* thrown) noexcept {
  const std::uint8_t* at = pad.table;
  if (*at++ != is_left_out) std::abort();  // where landing pads start: nowhere, in WebAssembly
  const std::type_info* const* types = nullptr;
  if (*at++ != is_left_out) {
    const std::uint32_t offset = read_unsigned(at);
    types = reinterpret_cast<const std::type_info* const*>(at + offset);
  }
  ++at;  // the encoding of calls: always the same
  const std::uint32_t size = read_unsigned(at);
  const std::uint8_t* const actions = at + size;
  for (std::uint32_t i = 0; i < pad.index; ++i) {
    read_unsigned(at);
    read_unsigned(at);
  }
  read_unsigned(at);
  const std::uint32_t action = read_unsigned(at);
  if (action == 0) return 0;
  at = actions + action - 1;
  for (;;) {
    const std::int32_t number = read_signed(at);
    const std::uint8_t* const here = at;
    const std::int32_t offset = read_signed(at);
    if (number > 0) {
      const std::type_info* wanted = types[-number];  // null: all
      if (wanted == nullptr || catches(*wanted, thrown)) return static_cast<std::uint32_t>(number);
    }
    if (offset == 0) return 0;
    at = here + offset;
  }
}

[[noreturn]] void raise(void* object) { __builtin_wasm_throw(0, object); }

}  // namespace

extern "C" {

LandingPad __wasm_lpad_context;

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) std::terminate();
  return header + 1;
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  *header_of(object) = {type, destroy, nullptr, 0};
  raise(object);
}

void* __cxa_begin_catch(void* object) noexcept {
  Header* header = header_of(object);
  header->handlers = std::abs(header->handlers) + 1;
  if (header != handled) {
    header->next = handled;
    handled = header;
  }
  return object;
}

void __cxa_end_catch() {
  Header* header = handled;
  const bool is_thrown_again = header->handlers < 0;
  header->handlers += is_thrown_again ? 1 : -1;
  if (header->handlers != 0) return;
  handled = header->next;
  if (is_thrown_again) return;
  if (header->destroy != nullptr) header->destroy(header + 1);
  std::free(header);
}

// The handler that is left ends the exception's handling, and leaves the exception as it is.
void __cxa_rethrow() {
  if (handled == nullptr) std::terminate();
  handled->handlers = -handled->handlers;
  raise(handled + 1);
}

int _Unwind_CallPersonality(void* object) {
  __wasm_lpad_context.selector = select(__wasm_lpad_context, header_of(object)->type);
  return 0;
}

// Destroys nothing: the only thread never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }

// There is no environment, and no system to ask for one.
char* getenv(const char*) { return nullptr; }

}  // extern "C"

// The operator of the C++ library would end the program where there is no memory.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  void* memory = size > SIZE_MAX - to ? nullptr : std::aligned_alloc(to, (size + to - 1) / to * to);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
